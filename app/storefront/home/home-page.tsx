import { Fragment, type ReactNode } from 'react'
import { data, type MetaDescriptor } from 'react-router'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { listSamples } from '#app/components/sample-catalogue.ts'
import type { ShownProduct } from '#app/components/shown-product.ts'
import { listOfferedPayments, pageRequestContext, section, shopContext } from '#app/data/shop-context.ts'
import { type BrandView, brandOf, defaultShopFacts, type ShopFacts } from '#app/data/shop-facts.ts'
import type { PageHandle } from '#app/layout/page-frame.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PostCard } from '#contract/blog.ts'
import type { ShownHome } from '#contract/pages.ts'
import { defaultSaleEnd, saleTitle } from '#rules/countdown.ts'
import { defaultHome, type HomeSection, homeSections } from '#rules/home-page.ts'
import { defaultPaymentMethod } from '#rules/payment-states.ts'
import type { Shop } from '#server/shop.ts'
import { feedLink } from '../blog/blog-addresses.ts'
import type { Route } from './+types/home-page.ts'
import { Hero } from './hero.tsx'
import { NewsletterBox } from './newsletter-box.tsx'
import { PostSlider, type SlidePost } from './post-slider.tsx'
import { SaleBanner } from './sale-banner.tsx'
import { withSamplePicture } from './sample-tiles.ts'
import { ShopByCategory } from './shop-by-category.tsx'
import { Testimonials, testimonialsOnHome } from './testimonials.tsx'

const productsInARow = 4
const postsInTheSlider = 5

export const handle: PageHandle = { header: 'over_hero' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { report } = context.get(pageRequestContext)
  const [home, products, posts, testimonials, banner, payments, tiles] = await Promise.all([
    section(shop.home.show(), report),
    section(shop.catalogue.list({ sort: 'featured', limit: productsInARow }), report),
    section(
      shop.blog.listLatest(postsInTheSlider).then((latest) => latest.map(toSlide)),
      report,
    ),
    section(shop.testimonials.list({ page: 1, limit: testimonialsOnHome }), report),
    section(
      // A sale that wants to be counted down to, or the banner as the settings have it.
      shop.sales.findCountdown().then(async (sale) => sale ?? (await shop.settings.read()).saleBanner),
      report,
    ),
    section(listOfferedPayments(shop), report),
    section(
      shop.categories.listTiles().then((all) => all.map(withSamplePicture)),
      report,
    ),
  ])
  const found: readonly ShownProduct[] = products.ok ? products.value.products : []
  const page = {
    home: home.ok ? home.value : withoutChanges,
    products: found.length > 0 ? found : await listStandIns(shop),
    posts,
    testimonials,
    banner: banner.ok ? banner.value : { isOn: true, title: saleTitle, endsAt: defaultSaleEnd },
    payments: payments.ok ? payments.value : [defaultPaymentMethod],
    tiles: tiles.ok ? tiles.value : [],
    now: shop.now(),
  }
  // A page that lacks a part is not cached: the next visitor may get it whole.
  const isWhole = [home, products, posts, testimonials, banner, tiles].every(({ ok }) => ok)
  return data(page, isWhole ? undefined : { headers: { 'cache-control': 'no-store' } })
}

/** Where there is nothing to show: the samples as long as the sample shop is in place, never somebody else's products. */
async function listStandIns({ opening }: Shop): Promise<ShownProduct[]> {
  return (await opening.showsSamples()) ? listSamples().slice(0, productsInARow) : []
}

/** The home page of a new shop, for a page that could not ask. */
const withoutChanges: ShownHome = {
  ...defaultHome,
  buttons: [defaultHome.buttons.first, defaultHome.buttons.second],
  picture: null,
  sections: homeSections,
}

/** What a slide shows, and no more: the visitor pays for every byte of a page. */
function toSlide({ slug, title, picture, createdAt }: PostCard): SlidePost {
  return { slug, title, createdAt, picture: picture && { ...picture, blur: null } }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export const links: Route.LinksFunction = () => [feedLink]

const usualDescription =
  'Cleansers, serums, moisturizers and sunscreen for skin in heat, dust and sea air. Order online or on WhatsApp, pay on delivery.'

export function meta(args: Route.MetaArgs) {
  const { heading, line } = args.loaderData?.home ?? defaultHome
  return [
    ...pageMeta(args, {
      title: heading,
      description: line && line !== defaultHome.line ? line : usualDescription,
      path: '/',
    }),
    shopInSearch(publicUrlOf(args.matches), args.matches[0]?.loaderData?.facts, brandOf(args.matches)),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { home, products, posts, testimonials, banner, payments, tiles, now } = loaderData
  const sections: Record<HomeSection, ReactNode> = {
    posts: <PostSlider posts={posts} now={now} />,
    sale: banner.isOn && <SaleBanner banner={banner} now={now} />,
    products: <FeaturedProducts products={products} />,
    categories: <ShopByCategory tiles={tiles} />,
    testimonials: <Testimonials testimonials={testimonials} />,
    newsletter: <NewsletterBox />,
  }
  return (
    <>
      <Hero home={home} payments={payments} />
      {home.sections.map((name) => (
        <Fragment key={name}>{sections[name]}</Fragment>
      ))}
    </>
  )
}

function FeaturedProducts({ products }: { products: readonly ShownProduct[] }) {
  return (
    <section
      aria-labelledby="featured"
      className="mx-auto max-w-store px-gutter pt-section [contain-intrinsic-size:auto_52rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_40rem]"
    >
      <h2 id="featured">Featured products</h2>
      {products.length === 0 ? (
        <p className="mt-5 pb-section">Our first products are on their way. Please come back soon.</p>
      ) : (
        <>
          <ProductGrid products={products} columns={4} heading="h3" className="mt-5 md:grid-cols-4 lg:mt-8" />
          <div className="mt-8 flex justify-center">
            <ButtonLink to="/shop" variant="secondary" className="max-sm:w-full">
              See all products
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  )
}

type KnownFacts = Pick<ShopFacts, 'shopName' | 'contact' | 'social'>

/** The shop and its search box, as search engines read them. What the owner has not entered is left out. */
function shopInSearch(
  publicUrl: string,
  facts: KnownFacts = defaultShopFacts,
  brand: BrandView | null = null,
): MetaDescriptor {
  const home = `${publicUrl}/`
  const profiles = Object.values(facts.social).filter((address) => address !== '')
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          '@id': `${home}#shop`,
          name: facts.shopName,
          url: home,
          logo: `${publicUrl}${brand?.icon ?? '/icons/icon-512.png'}`,
          ...(facts.contact.phone && { telephone: facts.contact.phone }),
          ...(facts.contact.email && { email: facts.contact.email }),
          ...(profiles.length > 0 && { sameAs: profiles }),
        },
        {
          '@type': 'WebSite',
          '@id': `${home}#website`,
          name: facts.shopName,
          url: home,
          inLanguage: 'en-GH',
          publisher: { '@id': `${home}#shop` },
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        },
      ],
    },
  }
}
