/** Whom the owner lets measure ads, each by the id that they gave the shop; empty: not at all. */
export type MeasuringTags = { metaPixel: string; googleTag: string }

export const noTags: MeasuringTags = { metaPixel: '', googleTag: '' }

/** As Meta's Events Manager shows it. Null when it is none. */
export function readMetaPixel(text: string): string | null {
  const written = text.trim()
  return /^(?:\d{10,20})?$/.test(written) ? written : null
}

/** Of Google Analytics (`G-…`) or a Google tag (`GT-…`). A container of Tag Manager may load anything from anywhere, so it is none. */
export function readGoogleTag(text: string): string | null {
  const written = text.trim().toUpperCase()
  return /^(?:GT?-[A-Z0-9]{4,20})?$/.test(written) ? written : null
}

/** In words for customers, such as "Meta and Google"; empty when nobody measures. */
export function measurersOf({ metaPixel, googleTag }: MeasuringTags): string {
  return [metaPixel && 'Meta', googleTag && 'Google'].filter(Boolean).join(' and ')
}

/**
 * Whoever measures reads the addresses of these pages, which say nothing about a person. All others, such as those with a
 * tracking code or the secret of a link, are not for them.
 */
export const measuredPages =
  /^\/(?:(?:shop|cart|checkout|wishlist|about|contact|faq|blog|(?:shipping|returns|privacy)-policy|terms-of-service)?|(?:product|blog|pages)\/[^/]+)$/

/** Who may measure the page at this path; undefined where nobody may. */
export function measuredBy(tags: MeasuringTags | undefined, path: string): MeasuringTags | undefined {
  return measuredPages.test(path) ? tags : undefined
}

type Hosts = Record<'script' | 'picture' | 'connection', readonly string[]>

const hostsOf: Record<keyof MeasuringTags, Hosts> = {
  metaPixel: {
    script: ['https://connect.facebook.net'],
    picture: ['https://www.facebook.com'],
    connection: ['https://www.facebook.com'],
  },
  googleTag: {
    script: ['https://www.googletagmanager.com'],
    picture: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
    connection: [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ],
  },
}

/** The outside hosts that a page needs for them, and no others. */
export function measuringHosts(tags: MeasuringTags): Hosts {
  const used = (Object.keys(hostsOf) as (keyof MeasuringTags)[]).filter((name) => tags[name] !== '')
  const all = (kind: keyof Hosts) => used.flatMap((name) => hostsOf[name][kind])
  return { script: all('script'), picture: all('picture'), connection: all('connection') }
}
