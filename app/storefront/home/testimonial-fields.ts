import { type Mistakes, onlyMistakes } from '#rules/form-mistakes.ts'

export const longestQuote = 600
export const longestLocation = 80

export type TestimonialFields = { quote: string; location: string; rating: number }

export function readTestimonial(values: FormData): TestimonialFields {
  const read = (name: string) => String(values.get(name) ?? '').trim()
  return { quote: read('quote'), location: read('location'), rating: Number(read('rating')) || 5 }
}

export function checkTestimonial({ quote }: TestimonialFields): Mistakes<'quote'> {
  return onlyMistakes({ quote: quoteMistake(quote) })
}

function quoteMistake(quote: string): string | null {
  if (!quote) return 'Please write a few words.'
  return quote.length > longestQuote ? `Please use at most ${longestQuote} characters.` : null
}

/** A draft comes back from the browser's storage, where anything may have happened to it. */
export function isTestimonial(kept: unknown): kept is TestimonialFields {
  if (typeof kept !== 'object' || kept === null) return false
  const { quote, location, rating } = kept as Record<string, unknown>
  return typeof quote === 'string' && typeof location === 'string' && [1, 2, 3, 4, 5].includes(Number(rating))
}
