import { data, redirect, useRevalidator } from 'react-router'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { InfoIcon, NewspaperIcon } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { PostCard as PostCardData } from '#contract/content.ts'
import type { Route } from './+types/blog-page.ts'
import { blogAddress, feedLink, readPageNumber } from './blog-addresses.ts'
import { PostCard } from './post-card.tsx'

const pageSize = 12

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const page = readPageNumber(search.get('page'))
  // Every list has one address only, so that search engines and the page cache see it once.
  if (search.has('page') && blogAddress(page) !== `/blog?page=${search.get('page')}`)
    throw redirect(blogAddress(page))
  const { blog, now } = context.get(shopContext)
  const around = { page, isGone: search.has('gone'), now: now() }
  const list = await blog.list({ page, limit: pageSize, includeDrafts: false }).catch((error: unknown) => {
    context.get(pageRequestContext).report(error)
    return null
  })
  if (list === null) return data({ ...around, posts: null, total: 0 }, { status: 503 })
  if (list.posts.length === 0 && page > 1) throw redirect(blogAddress(1))
  return { ...around, posts: list.posts.map(toCard), total: list.total }
}

/** The long texts stay on the server. */
function toCard({ id, slug, title, excerpt, picture, createdAt }: PostCardData): PostCardData {
  return { id, slug, title, excerpt, picture, createdAt }
}

export const links: Route.LinksFunction = () => [feedLink]

export function meta(args: Route.MetaArgs) {
  const page = args.loaderData?.page ?? 1
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'Blog', to: '/blog' },
  ]
  return [
    ...pageMeta(args, {
      title: page > 1 ? `Our Blog, page ${page}` : 'Our Blog',
      description:
        'Skin care for Ghana’s sun, dust and sea air, in plain words: routines, ingredients and seasons.',
      path: blogAddress(page),
    }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { isGone, posts } = loaderData
  return (
    <div className="mx-auto max-w-store px-gutter pt-8 pb-section lg:pt-14">
      <h1>Our Blog</h1>
      <p className="mt-3 max-w-prose text-lg text-muted-foreground">
        What we know about skin, plants and the weather they live in.
      </p>
      {isGone && <GoneNotice />}
      <div className="mt-8">{posts === null ? <Failed /> : <PostGrid {...loaderData} posts={posts} />}</div>
    </div>
  )
}

function GoneNotice() {
  return (
    <p
      role="status"
      className="mt-5 flex items-center gap-3 rounded-card bg-warning-soft p-4 font-medium text-warning"
    >
      <InfoIcon size={20} />
      That post is no longer available.
    </p>
  )
}

function Failed() {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorPanel onRetry={revalidate} retrying={state === 'loading'}>
      Failed to fetch blog posts
    </ErrorPanel>
  )
}

type PostGridProps = { posts: PostCardData[]; total: number; page: number; now: Date }

function PostGrid({ posts, total, page, now }: PostGridProps) {
  if (posts.length === 0) {
    return (
      <EmptyState
        icon={NewspaperIcon}
        title="No blog posts found"
        action={<ButtonLink to="/shop">Shop Now</ButtonLink>}
      >
        We are still writing. Our products are ready.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, place) => (
          <PostCard
            key={post.id}
            post={post}
            now={now}
            size={place === 0 && page === 1 ? 'newest' : 'usual'}
            isFirstSeen={place === 0}
          />
        ))}
      </ul>
      {total > pageSize && (
        <div className="mt-8">
          <Pagination page={page} pageSize={pageSize} total={total} linkTo={blogAddress} />
        </div>
      )}
    </>
  )
}
