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

/** JPEG is for other places that read lists of products; it is made when somebody asks for it. */
export type PictureFormat = 'webp' | 'avif' | 'jpg'

/** The widths that the pages' layouts ask for, from a card on a small phone to a product's main picture on a laptop. */
export const pictureWidths = [160, 320, 480, 800, 1200] as const

/** The widths that also come as AVIF. The largest is looked at rarely and would take as long to make as all others together. */
export function avifWidths(widths: readonly number[]): number[] {
  return widths.filter((width) => width <= 800)
}

/** Where the shop itself hands its pictures out. */
export const shopMedia = '/media'

/** Where the file of a picture lies; the same words name it in the file store. */
export function pictureAddress(id: string, width: number, format: PictureFormat, place = shopMedia): string {
  return `${place}/${pictureKey(id, width, format)}`
}

export function pictureKey(id: string, width: number, format: PictureFormat): string {
  return `pictures/${id}/${width}.${format}`
}

/** The picture that an address of ours means, or null for any other address. */
export function pictureIdOf(address: string): string | null {
  return /^\/media\/pictures\/([a-z0-9-]{1,64})\/\d{1,5}\.(?:webp|avif)$/.exec(address)?.[1] ?? null
}

/** The same picture one size smaller, for phones that save data; null for the smallest and for any other file. */
export function smallerPictureKey(key: string): string | null {
  const [, id, width, format] = /^pictures\/([a-z0-9-]{1,64})\/(\d{1,5})\.(webp|avif)$/.exec(key) ?? []
  const smaller = pictureWidths.findLast((each) => each < Number(width))
  return id && smaller ? `pictures/${id}/${smaller}.${format}` : null
}

/** The picture that a JPEG of ours shows, and its width; null for any other file. */
export function pictureOfJpeg(key: string): { id: string; width: number } | null {
  const [, id, width] = /^pictures\/([a-z0-9-]{1,64})\/(\d{1,5})\.jpg$/.exec(key) ?? []
  return id && width ? { id, width: Number(width) } : null
}
