export const linkStart = 'https://'

/** An address that a post may link to, or null. What has no scheme is an address of the web, or of this shop. */
export function readLink(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || text === linkStart || /\s/.test(text)) return null
  if (/^\/(?!\/)/.test(text)) return text
  if (/^mailto:[^@]+@[^@]+$/i.test(text) || /^tel:\+?[\d-]{3,}$/i.test(text)) return text
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `${linkStart}${text}`
  return /^https:\/\/[^/?#\s@]+\.[^/?#\s@]{2,}/i.test(address) ? address : null
}
