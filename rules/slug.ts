const longestSlug = 80

/** Letters that accents alone do not explain: the ones of Akan, Ewe and Ga first. */
const plainLetters: Record<string, string> = {
  ɛ: 'e',
  ɔ: 'o',
  ŋ: 'n',
  ɖ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ʋ: 'v',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  '&': ' and ',
}

/** `Ɛyɛ fɛ: Shea & Cocoa` becomes `eye-fe-shea-and-cocoa`. Empty when the text has no letter or digit. */
export function slugOf(text: string): string {
  const slug = text
    .slice(0, 500)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => plainLetters[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return slug.length > longestSlug ? cutAtWord(slug) : slug
}

function cutAtWord(slug: string): string {
  const lastDash = slug.lastIndexOf('-', longestSlug)
  return slug.slice(0, lastDash > 0 ? lastDash : longestSlug)
}
