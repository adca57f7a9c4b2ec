import { Link } from 'react-router'
import type { LinkedText as Words } from './policy.ts'

export function LinkedText({ children }: { children: Words }) {
  return readPieces(children).map(({ text, to }, place) =>
    to === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a page never change their places.
      <Link key={place} to={to} className="text-link underline underline-offset-3">
        {text}
      </Link>
    ),
  )
}

/** The same words without links, for search engines. */
export function withoutLinks(words: Words): string {
  return readPieces(words)
    .map(({ text }) => text)
    .join('')
}

type Piece = { text: string; to?: string }

function readPieces(words: Words): Piece[] {
  return words.split(/(\[[^\]]+\]\(\/[^)]*\))/).flatMap((text): Piece[] => {
    const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(text)
    if (link) return [{ text: link[1] ?? '', to: link[2] ?? '' }]
    return text === '' ? [] : [{ text }]
  })
}
