import { type MetaDescriptor, useMatches } from 'react-router'
import { shopName as firstName } from '#rules/shop-facts.ts'
import { publicUrlOf } from '../components/page-addresses.ts'
import { brandOf, shopNameOf } from '../data/shop-facts.ts'
import shareCard from './share-card.jpg'

type PageTexts = {
  title: string
  description?: string
  /** The page's one true address, when several show the same. */
  path?: string
  image?: string
  /** Pages that belong to one person, or that nobody searches for. */
  hidden?: boolean
}

type MetaArgs = { location: { pathname: string }; matches: ({ loaderData?: unknown } | undefined)[] }

export function pageTitle(matches: MetaArgs['matches'], page: string): string {
  return `${page} – ${shopNameOf(matches)}`
}

/** The head of a page: title, description, address and the card that chats show. */
export function pageMeta({ location, matches }: MetaArgs, page: PageTexts): MetaDescriptor[] {
  const title = pageTitle(matches, page.title)
  const description = page.description ? [{ name: 'description', content: page.description }] : []
  if (page.hidden) return [{ title }, ...description, { name: 'robots', content: 'noindex' }]

  const origin = publicUrlOf(matches)
  const brand = brandOf(matches)
  // The card that the shop comes with bears its first name.
  const image = page.image ?? brand?.card ?? (shopNameOf(matches) === firstName ? shareCard : null)
  const address = `${origin}${page.path ?? location.pathname}`
  return [
    { title },
    ...description,
    ...description.map(({ content }) => ({ property: 'og:description', content })),
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: shopNameOf(matches) },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:url', content: address },
    ...(image ? [{ property: 'og:image', content: new URL(image, `${origin}/`).href }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ]
}

/** What a route says about the layout around its page: `export const handle: PageHandle = { … }`. */
export type PageHandle = {
  /** The back office (admin and driver) may be dark; the shop is always light, so that colours of products are true. */
  area?: 'store' | 'back'
  /**
   * `over_hero`: the header lies over a picture until the page is scrolled. `quiet`: only wordmark and cart, so
   * that nothing leads away from paying. `own`: the area brings its own header and menu.
   */
  header?: 'full' | 'over_hero' | 'quiet' | 'own'
  /** One line under the header about what delivery costs. */
  deliveryStrip?: boolean
  /** What is put on a phone's home screen from here. */
  manifest?: string
  /** False for a page that is complete as it is: no script of ours comes with it. */
  hydrates?: boolean
  /** False for a page whose headings are in the letters of its text: those of the shop's headings are 12 KB more. */
  headingFont?: boolean
  /** What the bar says while there is no network. */
  offlineText?: string
}

export type PageFrame = Required<PageHandle>

/** The inner route has the last word. */
export function usePageFrame(): PageFrame {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  return Object.assign(
    {
      area: 'store',
      header: 'full',
      deliveryStrip: false,
      manifest: '/manifest.webmanifest',
      hydrates: true,
      headingFont: true,
      offlineText: 'You are offline. Your cart is saved on this phone.',
    } satisfies PageFrame,
    ...handles,
  )
}
