import type { MetaDescriptor } from 'react-router'
import { publicUrlOf } from '../components/page-addresses.ts'
import { shopNameOf } from '../data/shop-facts.ts'
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
    { property: 'og:image', content: new URL(page.image ?? shareCard, `${origin}/`).href },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
