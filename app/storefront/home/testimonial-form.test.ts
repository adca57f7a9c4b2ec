import { expect, test } from 'vitest'
import { testimonialBody } from '#contract/reviews.ts'
import { checkTestimonial, isTestimonial, longestQuote, readTestimonial } from './testimonial-form.tsx'

function written(fields: Record<string, string>) {
  const values = new FormData()
  for (const [name, value] of Object.entries(fields)) values.set(name, value)
  return readTestimonial(values)
}

test('a testimonial needs words; the place may stay empty', () => {
  expect(checkTestimonial(written({ quote: '  ', location: '', rating: '5' }))).toEqual({
    quote: 'Please write a few words.',
  })
  expect(checkTestimonial(written({ quote: 'Soft skin all day', location: '' }))).toEqual({})
})

test('stars are five unless others are chosen', () => {
  expect(written({ quote: 'Good' }).rating).toBe(5)
  expect(written({ quote: 'Good', rating: '3' }).rating).toBe(3)
})

test.each(['', ' ', 'Good', 'a'.repeat(longestQuote), 'a'.repeat(longestQuote + 1)])(
  'page and shop agree about the words %j',
  (quote) => {
    const form = written({ quote, location: 'Tema', rating: '4' })
    const objection = testimonialBody.safeParse(form).error?.issues[0]?.message
    expect(checkTestimonial(form).quote).toBe(objection)
  },
)

test('a draft from the storage counts only when it is whole', () => {
  expect(isTestimonial({ quote: 'Lovely', location: '', rating: 4 })).toBe(true)
  for (const damaged of [
    null,
    'Lovely',
    {},
    { quote: 'Lovely', rating: 4 },
    { quote: '', location: '', rating: 9 },
  ]) {
    expect(isTestimonial(damaged)).toBe(false)
  }
})
