import { Fragment, type ReactNode } from 'react'
import { data, type MetaDescriptor } from 'react-router'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { listSamples } from '#app/components/sample-catalogue.ts'
import { ShopPicture, type ShownPicture, type ShownProduct } from '#app/components/shown-product.tsx'
import { listOfferedPayments, pageRequestContext, section, shopContext } from '#app/data/shop-context.ts'
import {
  type BrandView,
  brandOf,
  defaultShopFacts,
  type ShopFacts,
  useHasFirstName,
} from '#app/data/shop-facts.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import type { CategoryTile } from '#contract/catalogue-forms.ts'
import type { PostCard, ShownHome } from '#contract/content.ts'
import { isSameCategory } from '#rules/categories.ts'
import { defaultSaleEnd, saleTitle } from '#rules/countdown.ts'
import { defaultHome, type HomeSection, homeSections } from '#rules/home-page.ts'
import { defaultPaymentMethod } from '#rules/payment-states.ts'
import { shelfAddress } from '#rules/shelves.ts'
import type { Shop } from '#server/shop.ts'
import { feedLink } from '../blog/blog-addresses.ts'
import type { Route } from './+types/home-page.ts'
import { Hero, SaleBanner } from './hero-and-sale-banner.tsx'
import { NewsletterBox } from './newsletter-box.tsx'
import cleansers240avif from './pictures/cleansers-240.avif'
import cleansers240webp from './pictures/cleansers-240.webp'
import cleansers480avif from './pictures/cleansers-480.avif'
import cleansers480webp from './pictures/cleansers-480.webp'
import moisturizers240avif from './pictures/moisturizers-240.avif'
import moisturizers240webp from './pictures/moisturizers-240.webp'
import moisturizers480avif from './pictures/moisturizers-480.avif'
import moisturizers480webp from './pictures/moisturizers-480.webp'
import serums240avif from './pictures/serums-240.avif'
import serums240webp from './pictures/serums-240.webp'
import serums480avif from './pictures/serums-480.avif'
import serums480webp from './pictures/serums-480.webp'
import { PostSlider, type SlidePost } from './post-slider.tsx'
import { Testimonials, testimonialsOnHome } from './testimonials.tsx'

const productsInARow = 4
const postsInTheSlider = 5

export const handle: PageHandle = { header: 'over_hero' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { report } = context.get(pageRequestContext)
  const [home, products, posts, testimonials, banner, payments, tiles] = await Promise.all([
    section(shop.home.show(), report),
    section(shop.catalogue.listFeatured(productsInARow), report),
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
  const found: readonly ShownProduct[] = products.ok ? products.value : []
  const page = {
    home: home.ok ? home.value : withoutChanges,
    products: found.length > 0 ? found : await listSamplesAsFallback(shop),
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
async function listSamplesAsFallback({ opening }: Shop): Promise<ShownProduct[]> {
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
  if (picture === null) return { slug, title, createdAt, picture }
  const { alt: _, blur: __, ...shown } = picture
  return { slug, title, createdAt, picture: shown }
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

function ShopByCategory({ tiles }: { tiles: readonly ShownTile[] }) {
  const hasFirstName = useHasFirstName()
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby="categories" className="mx-auto max-w-store px-gutter py-section">
      <h2 id="categories">Shop By Category</h2>
      <ul className="mt-5 grid grid-cols-3 gap-tiles lg:mt-8">
        {tiles.map((tile) => (
          <li key={tile.slug}>
            <Link to={addressOf(tile)} className="group block rounded-card">
              <ShopPicture
                picture={tile.picture ?? (hasFirstName ? tile.samplePicture : null) ?? null}
                focus={tile.focus ?? undefined}
                ratio="1/1"
                upTo={800}
                sizes="(min-width: 75rem) 23rem, (min-resolution: 2.1dppx) 20vw, 30vw"
                className="rounded-card"
              />
              <span className="flex min-h-11 items-center justify-center text-center text-sm font-semibold group-hover:text-link sm:text-base lg:text-xl">
                {tile.heading}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links of the home page say the category in the plural where that means the same; the shop knows both forms. */
function addressOf({ slug, heading }: ShownTile): string {
  const plural = heading.toLowerCase()
  return shelfAddress({ slug: isSameCategory(plural, slug) ? plural : slug })
}

/** A category that the home page leads to, with the picture that came with the pages while it has none of its own. */
type ShownTile = Omit<CategoryTile, 'hasSamplePicture'> & { samplePicture?: ShownPicture | undefined }

/** For the loader alone: with the page's scripts, every visitor would pay for all addresses once more. */
function withSamplePicture({ hasSamplePicture, ...tile }: CategoryTile): ShownTile {
  return { ...tile, samplePicture: hasSamplePicture ? samplePictures[tile.slug] : undefined }
}

/** Of the sample shop, by category. */
const samplePictures: Record<string, ShownPicture> = {
  cleanser: square('#d4af8f', [cleansers240avif, cleansers480avif], [cleansers240webp, cleansers480webp]),
  serum: square('#d89583', [serums240avif, serums480avif], [serums240webp, serums480webp]),
  moisturizer: square(
    '#a3a17d',
    [moisturizers240avif, moisturizers480avif],
    [moisturizers240webp, moisturizers480webp],
  ),
}

type Files = readonly [small: string, large: string]

function square(colour: string, avif: Files, webp: Files): ShownPicture {
  const sized = ([small, large]: Files) => [
    { url: small, width: 240 },
    { url: large, width: 480 },
  ]
  return { alt: '', src: webp[1], width: 480, height: 480, avif: sized(avif), webp: sized(webp), colour }
}
