import type { FocusPoint } from './focus-point.ts'
import { readWebAddress, safeReturnPath } from './web-address.ts'

/** What the home page shows below its welcome, in the order that holds until the owner chooses another. */
export const homeSections = ['posts', 'sale', 'products', 'categories', 'testimonials', 'newsletter'] as const

export type HomeSection = (typeof homeSections)[number]

export const homeSectionLabels = {
  posts: 'Newest blog posts',
  sale: 'Sale banner',
  products: 'Featured products',
  categories: 'Shop by category',
  testimonials: 'Testimonials',
  newsletter: 'Newsletter',
} satisfies Record<HomeSection, string>

/** One without a label is not shown. */
export type HeroButton = { label: string; to: string }

/** The home page as its owner writes it. */
export type HomeForm = {
  heading: string
  line: string
  buttons: { first: HeroButton; second: HeroButton }
  /** Null: the picture that came with the shop. */
  picture: { address: string; alt: string; focus: FocusPoint } | null
  /** Each section once. */
  sections: readonly { name: HomeSection; is_shown: boolean }[]
}

export const defaultHome: HomeForm = {
  heading: 'Skincare made for Ghana’s sun',
  line: 'Shea, hibiscus and moringa for skin that lives with heat and dust.',
  buttons: {
    first: { label: 'Shop Now', to: '/shop' },
    second: { label: 'Read Our Blog', to: '/blog' },
  },
  picture: null,
  sections: homeSections.map((name) => ({ name, is_shown: true })),
}

export const longestHome = { heading: 80, line: 200, label: 30, to: 300, alt: 200 } as const

/** By field, such as `buttons.first.to`. Page and server say the same. */
export function homeMistakes({
  heading,
  line,
  buttons,
  picture,
  sections,
}: HomeForm): Record<string, string> {
  const found = {
    heading: heading.trim() === '' ? 'Please enter a heading' : tooLong(heading, longestHome.heading),
    line: tooLong(line, longestHome.line),
    ...buttonMistakes('first', buttons.first),
    ...buttonMistakes('second', buttons.second),
    alt: picture && (picture.alt.trim() === '' ? 'Please say what the picture shows' : null),
    sections: isEachOnce(sections) ? null : 'Please name each section once',
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

function buttonMistakes(place: 'first' | 'second', { label, to }: HeroButton): Record<string, string | null> {
  const isShown = label.trim() !== ''
  return {
    [`buttons.${place}.label`]: tooLong(label, longestHome.label),
    [`buttons.${place}.to`]:
      isShown && readButtonAddress(to) === null
        ? 'Please enter a page of the shop, such as /shop, or an address such as https://example.com'
        : null,
  }
}

function tooLong(text: string, most: number): string | null {
  return text.trim().length > most ? `Please use at most ${most} characters` : null
}

function isEachOnce(sections: HomeForm['sections']): boolean {
  return (
    sections.length === homeSections.length &&
    new Set(sections.map(({ name }) => name)).size === sections.length
  )
}

/** A page of this shop, or one of the web; null for anything that is neither. */
export function readButtonAddress(typed: string): string | null {
  const to = typed.trim()
  if (!to.startsWith('/')) return readWebAddress(to, longestHome.to)
  const page = safeReturnPath(to)
  return page === '/' && to !== '/' ? null : page
}

/** The same list with one section a place further up or down. */
export function moveSection(
  sections: HomeForm['sections'],
  name: HomeSection,
  by: 1 | -1,
): HomeForm['sections'] {
  const from = sections.findIndex((section) => section.name === name)
  const section = sections[from]
  if (!section) return sections
  return sections.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, section)
}
