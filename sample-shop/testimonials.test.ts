import { expect, test } from 'vitest'
import { sampleTestimonials } from './testimonials.ts'

test('six sample customers speak, by first name and town only', () => {
  expect(sampleTestimonials).toHaveLength(6)
  expect(new Set(sampleTestimonials.map((testimonial) => testimonial.name)).size).toBe(6)
  for (const testimonial of sampleTestimonials) {
    expect(testimonial.name).toMatch(/^[A-Z][a-z]+$/)
    expect(testimonial.location).not.toBe('')
    expect(testimonial.sample).toBe(true)
  }
})

test('a quote can be read before the next one comes', () => {
  for (const { quote } of sampleTestimonials) {
    expect(quote.length).toBeLessThanOrEqual(180)
    expect(quote).not.toContain('!')
  }
})
