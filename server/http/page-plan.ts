import { Refusal } from '#contract/refusals.ts'
import { keptName } from './kept-answers.ts'
import type { Pages } from './pages.ts'

export type PagePlan = {
  /** What is asked of the pages; its host is always the shop's own. */
  url: string
  /** The same for everyone, whoever asks. */
  isPublic: boolean
  /** Under which name it is kept and what it shows; null where it is made for each request. */
  keep: { key: string; shows: readonly string[] } | null
}

/** Only the parameters that a page knows count, so that nobody can fill the memory with made-up ones. */
export function planPage({ findPublicPage }: Pages, address: string, publicUrl: string): PagePlan {
  const asked = readUrl(address, publicUrl)
  const page = findPublicPage(asked.pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, ''))
  if (page === undefined) return { url: asked.href, isPublic: false, keep: null }

  const url = new URL(asked.pathname, asked)
  copyFilled(page.parameters.toSorted(), asked, url)
  // However the same path is written, it is one page.
  const key = keptName(decodeURIComponent(url.pathname), url.search)
  const isEndless = copyFilled(page.neverKept ?? [], asked, url) > 0
  return { url: url.href, isPublic: true, keep: isEndless ? null : { key, shows: page.shows } }
}

/** Says how many there were. A form sends its empty fields too; they mean nothing. */
function copyFilled(names: readonly string[], from: URL, to: URL): number {
  const filled = names.filter((name) => from.searchParams.get(name))
  for (const name of filled) to.searchParams.set(name, from.searchParams.get(name) ?? '')
  return filled.length
}

/** A page has one address, without a slash at its end. Null where it was written like that already. */
export function straightAddress(address: string): string | null {
  const [, path, query = ''] = /^([^?]*[^/?])\/+(\?.*)?$/.exec(pathOf(address)) ?? []
  return path === undefined ? null : path.replaceAll(/[\\/]+/g, '/') + query
}

/** A request may name any host it likes; a page made for a stranger's host must never be kept for others. */
function readUrl(address: string, publicUrl: string): URL {
  const url = URL.parse(publicUrl + pathOf(address))
  if (url === null || !canDecode(url.pathname)) throw new Refusal('not_found')
  return url
}

function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/?]*/i, '').replace(/^\/*/, '/')
}

function canDecode(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
