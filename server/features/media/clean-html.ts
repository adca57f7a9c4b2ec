import sanitizeHtml from 'sanitize-html'
import { pictureIdOf } from '#rules/web-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from './pictures.ts'

/** What a post may contain: what the editor offers, and nothing that could run. Headings start below the title. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'blockquote', 'code', 'pre'],
    ...['ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/media/'),
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener' } }),
  },
}

type Size = { width: number; height: number }

/** With the sizes of known pictures, the space that they take stays free until they have loaded. */
export function cleanHtml(html: string, sizeOf: (src: string) => Size | null = () => null): string {
  const { transformTags } = allowed
  const img = (tagName: string, { loading: _, ...attribs }: Record<string, string>) => {
    const size = sizeOf(attribs.src ?? '')
    const known: Record<string, string> = size
      ? { width: String(size.width), height: String(size.height) }
      : {}
    return { tagName, attribs: { ...attribs, ...known, loading: 'lazy' } }
  }
  return sanitizeHtml(html, { ...allowed, transformTags: { ...transformTags, img } }).trim()
}

/** Cleaned, and with the size of each picture, so that the text does not jump while pictures load. */
export async function cleanPost(db: Database, html: string): Promise<string> {
  const clean = cleanHtml(html)
  const ids = [...clean.matchAll(/<img [^<>]*?src="([^"<>]+)"/g)].flatMap(
    ([, src]) => pictureIdOf(src ?? '') ?? [],
  )
  if (ids.length === 0) return clean
  const pictures = await findPictures(db, ids)
  return cleanHtml(clean, (src) => pictures.get(pictureIdOf(src) ?? '') ?? null)
}
