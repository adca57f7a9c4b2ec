import { useState } from 'react'
import { api } from '#app/data/api.ts'
import type { Section } from '#app/data/section.ts'
import type { Testimonial, TestimonialResponse } from '#contract/testimonials.ts'

export type ShownTestimonial = Pick<Testimonial, 'id' | 'name' | 'location' | 'quote' | 'rating'>

export const testimonialsOnHome = 12

/** Begins with what the server wrote into the page. A reload asks the shop itself, because a kept page may be older. */
export function useTestimonials(written: Section<readonly ShownTestimonial[]>) {
  const [list, setList] = useState(written)
  const [isLoading, setLoading] = useState(false)

  const reload = async () => {
    setLoading(true)
    try {
      const query = { limit: testimonialsOnHome }
      setList({ ok: true, value: await api.get<TestimonialResponse[]>('/api/testimonials', { query }) })
    } catch {
      // What is on the screen stays there: an old list is better than none.
    } finally {
      setLoading(false)
    }
  }
  return { list, isLoading, reload }
}
