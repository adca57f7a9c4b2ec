/** What is counted, in the order of a purchase. A product's page and the checkout are pages, too. */
export const visitKinds = ['visit', 'page', 'product', 'add', 'checkout', 'order'] as const
export type VisitKind = (typeof visitKinds)[number]

/** What a browser may report by itself. Orders are counted where they are taken. */
export const reportedKinds = ['page', 'product', 'checkout', 'add'] as const
type ReportedKind = (typeof reportedKinds)[number]

/** `isFirst`: the first page that somebody opens in a tab, or the first after coming from elsewhere again. */
export function countedKinds(kind: ReportedKind, isFirst: boolean): VisitKind[] {
  const pages: VisitKind[] = kind === 'add' ? ['add'] : kind === 'page' ? ['page'] : ['page', kind]
  return isFirst ? ['visit', ...pages] : pages
}

export const direct = 'direct'
export const otherSource = 'other'

/** So long a source may be; a report with one is then shorter than 300 bytes, in any script. */
export const longestSource = 70
export const longestReport = 300

/** So many sources have a row of their own on a day. Those below have one at any time, however many others were made up. */
export const mostSourcesADay = 60

/** Counts are kept for a year and a month, so that a month can be compared with that of the year before. */
export const countedDays = 400

const wellKnown: Record<string, RegExp> = {
  'facebook.com': /^(?:(?:lm?|m|web)\.facebook\.com|fb\.com|fb|facebook)$/,
  'instagram.com': /^(?:l\.instagram\.com|instagram|ig)$/,
  'whatsapp.com': /^(?:(?:web|api|l)\.whatsapp\.com|wa\.me|whatsapp)$/,
  'tiktok.com': /^(?:m\.tiktok\.com|tiktok)$/,
  'x.com': /^(?:t\.co|twitter\.com|twitter)$/,
  'youtube.com': /^(?:m\.youtube\.com|youtu\.be|youtube)$/,
  'google.com': /^(?:google\.[a-z.]{2,6}|google|com\.google\.android\.(?:gm|googlequicksearchbox))$/,
  'bing.com': /^bing$/,
  'duckduckgo.com': /^duckduckgo$/,
  'telegram.org': /^(?:t\.me|(?:web|org)\.telegram\.(?:org|messenger)|telegram)$/,
}

export const reservedSources: ReadonlySet<string> = new Set([direct, otherSource, ...Object.keys(wellKnown)])

/**
 * A source in one spelling, with nothing in it that could name a person: what looks like an e-mail address is not kept at all,
 * and neither are long numbers. Its parts are source, medium and campaign, or the host that somebody came from.
 */
export function tidySource(written: string): string {
  const parts = written.toLowerCase().slice(0, longestSource).split(' / ').map(tidyPart)
  const [first = '', ...others] = parts.filter((part) => part !== '')
  if (first === '') return direct
  if (parts.some((part) => part.includes('@'))) return otherSource
  const host = first.replace(/^www\./, '')
  const known = Object.keys(wellKnown).find((name) => wellKnown[name]?.test(host))
  return [known ?? host, ...others].join(' / ')
}

function tidyPart(part: string): string {
  return part
    .replaceAll(/[^\p{L}\p{N}@._+ -]+/gu, ' ')
    .replaceAll(/\p{N}{6,}/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Programs that say what they are. Whoever lies about it is counted: telling people apart would need to know them. The
 * preview of a link in a chat is a program, too.
 */
const programs =
  /(?<!cu)bot\b|bots?[/_-]|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|externalhit|externalagent|monitor|uptime|pingdom|scan|fetch|scrap|archiv|curl|wget|python|java\/|okhttp|axios|node|undici|go-http|ruby|perl|php|phantom|puppeteer|playwright|selenium|electron|https?:\/\//i

export function isProgram(userAgent: string | undefined): boolean {
  return userAgent === undefined || !userAgent.startsWith('Mozilla/') || programs.test(userAgent)
}
