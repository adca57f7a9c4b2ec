import { type Mistakes, onlyMistakes } from './form-mistakes.ts'

/** The texts that every shop has, in the order of the owner's list. All others are pages of the owner's own. */
export const fixedPages = [
  'about',
  'faq',
  'shipping-policy',
  'returns-policy',
  'privacy-policy',
  'terms-of-service',
  'contact',
  'footer',
  'opening-soon',
] as const

export type FixedPage = (typeof fixedPages)[number]

export const policyPages = [
  'shipping-policy',
  'returns-policy',
  'privacy-policy',
  'terms-of-service',
] as const

export type PolicyPage = (typeof policyPages)[number]

export type PageKind = 'about' | 'faq' | 'policy' | 'contact' | 'footer' | 'opening-soon' | 'own'

const kinds = {
  about: 'about',
  faq: 'faq',
  'shipping-policy': 'policy',
  'returns-policy': 'policy',
  'privacy-policy': 'policy',
  'terms-of-service': 'policy',
  contact: 'contact',
  footer: 'footer',
  'opening-soon': 'opening-soon',
} as const satisfies Record<FixedPage, PageKind>

export function isFixedPage(slug: string): slug is FixedPage {
  return Object.hasOwn(kinds, slug)
}

export function pageKind(slug: string): PageKind {
  return isFixedPage(slug) ? kinds[slug] : 'own'
}

/** What the owner's list calls them. */
export const pageNames = {
  about: 'About',
  faq: 'FAQ',
  'shipping-policy': 'Shipping Policy',
  'returns-policy': 'Returns & Refunds',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  contact: 'Contact',
  footer: 'Line in the footer',
  'opening-soon': 'Opening soon',
} as const satisfies Record<FixedPage, string>

/** Where readers find it; null for a text that has no page of its own. */
export function pageAddress(slug: string): string | null {
  if (slug === 'footer' || slug === 'opening-soon') return null
  return isFixedPage(slug) ? `/${slug}` : `/pages/${slug}`
}

/** Which parts the text of a page has besides its lead; a footer is one line. */
const pageParts = {
  about: ['title', 'content'],
  faq: ['title', 'questions'],
  policy: ['title', 'content'],
  contact: ['title', 'content'],
  footer: [],
  'opening-soon': ['title', 'content'],
  own: ['title', 'content'],
} as const satisfies Record<PageKind, readonly ('title' | 'content' | 'questions')[]>

export function hasPart(kind: PageKind, part: 'title' | 'content' | 'questions'): boolean {
  return (pageParts[kind] as readonly string[]).includes(part)
}

/** Pieces of a text that the shop fills in when it is read: what the settings say cannot be mistyped in a text. */
export const liveFacts = ['shop_name', 'phone', 'hours', 'fees_table'] as const

export type LiveFact = (typeof liveFacts)[number]

export const liveFactLabels = {
  shop_name: 'Name of the shop',
  phone: 'Phone',
  hours: 'Hours',
  fees_table: 'Table of delivery fees',
} as const satisfies Record<LiveFact, string>

/** As it stands in a stored text. */
export function liveFactToken(fact: LiveFact): string {
  return `{{${fact}}}`
}

/** The table needs a paragraph of its own. */
const tableParagraph = /<p>\s*\{\{fees_table\}\}\s*<\/p>/g

/** What is wrong with the live facts of a text, or null. A line has no place for a table. */
function liveFactMistake(text: string, { isLine = false } = {}): string | null {
  const known: readonly string[] = isLine ? liveFacts.filter((fact) => fact !== 'fees_table') : liveFacts
  for (const [piece, name = ''] of text.matchAll(/\{\{([^{}]{0,40})\}?\}?/g)) {
    if (!known.includes(name) || piece !== `{{${name}}}`)
      return `The shop knows no ${piece.slice(0, 44)}. It fills in ${known.map((fact) => `{{${fact}}}`).join(', ')}.`
  }
  return text.replaceAll(tableParagraph, '').includes('{{fees_table}}')
    ? 'The table of delivery fees needs a paragraph of its own.'
    : null
}

export type PageQuestion = { question: string; answer: string }

export type PageText = {
  title: string
  /** One or two sentences under the title, which search engines show too. */
  lead: string
  /** HTML, cleaned before it was stored. */
  content: string
  questions: PageQuestion[]
}

export const pageLimits = {
  title: 120,
  lead: 500,
  content: 250_000,
  question: 200,
  answer: 5_000,
  questions: 60,
}

/** The form's mistakes, by field; `questions.2.answer` is the answer to the third question. */
export function pageMistakes(kind: PageKind, text: PageText): Mistakes<string> {
  const mistakes: Record<string, string | null> = {
    title: hasPart(kind, 'title') ? lineMistake(text.title, pageLimits.title, 'Please enter a title') : null,
    lead: lineMistake(text.lead, pageLimits.lead, kind === 'footer' ? 'Please enter the line' : null),
    content: hasPart(kind, 'content') ? liveFactMistake(text.content) : null,
  }
  if (!hasPart(kind, 'questions')) return onlyMistakes(mistakes)
  if (text.questions.length === 0) mistakes.questions = 'Please leave at least one question'
  for (const [place, { question, answer }] of text.questions.entries()) {
    mistakes[`questions.${place}.question`] = lineMistake(
      question,
      pageLimits.question,
      'Please enter the question',
    )
    mistakes[`questions.${place}.answer`] = isEmptyHtml(answer)
      ? 'Please enter the answer'
      : liveFactMistake(answer)
  }
  return onlyMistakes(mistakes)
}

function lineMistake(text: string, most: number, required: string | null): string | null {
  if (text.trim() === '') return required
  if (text.length > most) return `Please use at most ${most} characters`
  return liveFactMistake(text, { isLine: true })
}

function isEmptyHtml(html: string): boolean {
  return !html.includes('<img') && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''
}
