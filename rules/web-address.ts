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
