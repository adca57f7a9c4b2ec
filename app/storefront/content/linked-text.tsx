import { Link } from 'react-router'
import type { LinkedText as TextWithLinks } from './policy.ts'

export function LinkedText({ children }: { children: TextWithLinks }) {
  return readPieces(children).map(({ text, to }, place) =>
    to === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <Link key={place} to={to} className="text-link underline underline-offset-3">
        {text}
      </Link>
    ),
  )
}

/** The same text without links, for search engines. */
export function withoutLinks(source: TextWithLinks): string {
  return readPieces(source)
    .map(({ text }) => text)
    .join('')
}

type Piece = { text: string; to?: string }

function readPieces(source: TextWithLinks): Piece[] {
  return source.split(/(\[[^\]]+\]\(\/[^)]*\))/).flatMap((text): Piece[] => {
    const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(text)
    if (link) return [{ text: link[1] ?? '', to: link[2] ?? '' }]
    return text === '' ? [] : [{ text }]
  })
}
