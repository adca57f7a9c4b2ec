/** Links to pages of the web and to nothing else: an address can also start a program or read a file. */
export function readWebAddress(text: string, atMost: number): string | null {
  const written = text.trim()
  const url = urlIn(hasScheme(written) ? written : `https://${written}`)
  if (url === null || /\s/.test(written) || url.username || url.password) return null
  const isOnTheWeb = /^https?:$/.test(url.protocol) && /[^.]\.[^.]{2,}$/.test(url.hostname)
  if (!isOnTheWeb || url.href.length > atMost) return null
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href
}

/** `example.com:8080` has a port, not a scheme. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
}

/** Older phones lack URL.parse. */
function urlIn(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const home = '/'
const longestPath = 2000

/** Backslashes, blanks and unseen signs, plain or encoded: browsers drop or bend them into another address. */
const trickery = /[\\\s\p{C}]|%(?:[01][\da-f]|7f|5c)|^\/%2f/iu

/** Whoever has just signed in is not sent back to a page about signing in, nor to an answer for machines. */
const noWayBack = /^\/+(?:login|signup|forgot-password|reset-password|confirm-email|api)(?:\/|$)/i

/** A page of this shop to go back to. Anything that could lead to another site leads home instead. */
export function safeReturnPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || wanted.length > longestPath || trickery.test(wanted)) return home
  return pageOfThisShop(wanted) ?? home
}

/** The address is read as a browser reads it, and the path once more decoded: `/%6cogin` is `/login`. */
function pageOfThisShop(wanted: string): string | null {
  const shop = 'https://shop.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(wanted, shop)
    // As the browser reads it, `/./%2f` is `/%2f`.
    const isElsewhere = origin !== shop || pathname.startsWith('//') || trickery.test(pathname)
    return isElsewhere || noWayBack.test(decodeURIComponent(pathname)) ? null : pathname + search + hash
  } catch {
    return null
  }
}
