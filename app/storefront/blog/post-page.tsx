import { useState } from 'react'
import { type MetaDescriptor, redirect } from 'react-router'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf, usePublicUrl } from '#app/components/page-addresses.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { largestAddress, ShopPicture } from '#app/components/shown-product.tsx'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { shopNameOf } from '#app/data/shop-facts.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChevronLeftIcon, CopyIcon, ShareIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ProductCard as ProductCardData } from '#contract/catalogue.ts'
import type { PostCard as PostCardData } from '#contract/content.ts'
import { shopMedia } from '#rules/web-address.ts'
import type { Route } from './+types/post-page.ts'
import { feedLink, goneAddress, postAddress } from './blog-addresses.ts'
import { PostCard } from './post-card.tsx'

const crumbs = [
  { label: 'Home', to: '/' },
  { label: 'Blog', to: '/blog' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { blog, catalogue, picturesAt } = context.get(shopContext)
  const post = await blog.findBySlug(params.slug, { includeDrafts: false })
  if (post === null) throw redirect(goneAddress)

  // What stands below the post is an extra: when it cannot be had, the post is shown without it.
  const nothing = (error: unknown) => {
    context.get(pageRequestContext).report(error)
    return []
  }
  const [latest, products] = await Promise.all([
    blog.listLatest(4).catch(nothing),
    catalogue.listFeatured(3).catch(nothing),
  ])
  const { authorId: _, isPublished: __, ...shown } = post
  return {
    post: { ...shown, content: scrollableTables(picturesFrom(picturesAt, post.content)) },
    others: latest.filter(({ id }) => id !== post.id).slice(0, 3),
    products,
    now: context.get(shopContext).now(),
  }
}

export const links: Route.LinksFunction = () => [feedLink]

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { post } = args.loaderData
  const publicUrl = publicUrlOf(args.matches)
  return [
    ...pageMeta(args, {
      title: post.title,
      description: post.excerpt,
      path: postAddress(post.slug),
      image: post.picture ? largestAddress(post.picture) : undefined,
    }),
    blogPosting({ publicUrl, shopName: shopNameOf(args.matches) }, post),
    breadcrumbList(publicUrl, [...crumbs, { label: post.title, to: postAddress(post.slug) }]),
  ]
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const { post, others, products, now } = loaderData
  const url = usePublicUrl() + postAddress(post.slug)
  return (
    <div className="pt-2 pb-section lg:pt-6">
      <article className="mx-auto max-w-prose px-gutter md:px-0">
        <Link
          to="/blog"
          className="-ml-1 inline-flex min-h-11 items-center gap-1 pr-2 text-muted-foreground underline-offset-3 hover:underline print:hidden"
        >
          <ChevronLeftIcon size={20} />
          All posts
        </Link>
        <h1 className="mt-2 lg:mt-4">{post.title}</h1>
        <p className="mt-3 text-muted-foreground">
          Published <RelativeTime at={post.createdAt} now={now} />
        </p>
        <ShopPicture
          picture={post.picture}
          ratio="16/9"
          sizes="(min-width: 48rem) 45rem, (min-resolution: 2.1dppx) 60vw, 92vw"
          priority
          className="mt-6 rounded-card"
        />
        <PostContent html={post.content} />
        <section aria-labelledby="share" className="mt-10 border-t border-border pt-6 print:hidden">
          <h2 id="share" className="mb-3 font-sans text-xl font-semibold tracking-normal">
            Share this post
          </h2>
          <ShareRow title={post.title} url={url} />
        </section>
      </article>
      <Products products={products} />
      <OtherPosts posts={others} now={now} />
    </div>
  )
}

function Products({ products }: { products: ProductCardData[] }) {
  if (products.length === 0) return null
  return (
    <section
      aria-labelledby="from-the-shop"
      className="mx-auto mt-section max-w-store px-gutter print:hidden"
    >
      <h2 id="from-the-shop">From our shop</h2>
      <ProductGrid products={products} columns={3} heading="h3" className="mt-6" />
    </section>
  )
}

function OtherPosts({ posts, now }: { posts: PostCardData[]; now: Date }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="more-posts" className="mx-auto mt-section max-w-store px-gutter print:hidden">
      <h2 id="more-posts">More from our blog</h2>
      <ul className="mt-6 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} now={now} heading="h3" />
        ))}
      </ul>
    </section>
  )
}

type Publisher = { publicUrl: string; shopName: string }

/** The post as search engines read it. */
function blogPosting(
  { publicUrl, shopName }: Publisher,
  post: PostCardData & { updatedAt: Date },
): MetaDescriptor {
  const shop = { '@type': 'Organization', name: shopName, url: `${publicUrl}/` }
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.createdAt.toISOString(),
      dateModified: post.updatedAt.toISOString(),
      mainEntityOfPage: publicUrl + postAddress(post.slug),
      author: shop,
      publisher: shop,
      ...(post.picture && { image: publicUrl + largestAddress(post.picture) }),
    },
  }
}

/** A post is stored with the shop's own addresses; with a separate picture host, its pictures come from there. */
function picturesFrom(place: string, html: string): string {
  return place === shopMedia ? html : html.replaceAll(`src="${shopMedia}/`, `src="${place}/`)
}

type ShareRowProps = { title: string; url: string }

/** The phone's own share sheet where there is one; WhatsApp and the link itself for everyone. */
function ShareRow({ title, url }: ShareRowProps) {
  const hydrated = useHydrated()
  const [answer, setAnswer] = useState('')
  const canShare = hydrated && typeof navigator.share === 'function'

  const share = () => {
    // Whoever closes the sheet without sharing has changed their mind: nothing to report.
    navigator.share({ title, url }).catch(() => {})
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setAnswer('Link copied')
    } catch {
      setAnswer(`Copy this link: ${url}`)
    }
  }
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button variant="secondary" onClick={share}>
            <ShareIcon size={20} />
            Share
          </Button>
        )}
        <ButtonLink variant="secondary" to={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}>
          <WhatsAppIcon size={20} />
          WhatsApp
        </ButtonLink>
        <Button variant="secondary" onClick={copy}>
          <CopyIcon size={20} />
          Copy link
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm break-words text-success">
        {answer}
      </p>
    </div>
  )
}

/** The post's own text. It was cleaned of everything that could run when it was saved. */
function PostContent({ html }: { html: string }) {
  return (
    <div
      className="prose mt-8 text-lg [&_figcaption]:mt-2 [&_figcaption]:text-sm [&_figcaption]:text-muted-foreground [&_hr]:border-border [&_img]:mx-auto [&_pre]:whitespace-pre-wrap [&_table]:table [&_table]:w-full [&_th]:whitespace-nowrap"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop cleans posts with an allow-list when it stores them.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/**
 * A table that is wider than the phone is moved sideways in its own frame, also with the arrow keys. The texts of
 * posts were cleaned when they were saved, so a table always begins and ends with the same text.
 */
export function scrollableTables(html: string): string {
  return html
    .replaceAll(
      /<table\b/g,
      '<div class="overflow-x-auto" role="group" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll('</table>', '</table></div>')
}
