import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { hideTestimonial, listKeptTestimonials, type WhichTestimonials } from './hide-testimonials.ts'
import { addTestimonial, countTestimonials, listTestimonials, type NewTestimonial } from './testimonials.ts'

type Page = { page: number; limit: number }

export function openTestimonials(context: Context) {
  const { db } = context
  return {
    list: (page: Page) => listTestimonials(db, page),
    count: () => countTestimonials(db),
    add: (viewer: Viewer, written: NewTestimonial) => addTestimonial(context, viewer, written),
    listKept: (wanted: Page & { show: WhichTestimonials }) => listKeptTestimonials(db, wanted),
    hide: (viewer: Viewer, id: number, isHidden: boolean) => hideTestimonial(context, viewer, id, isHidden),
  }
}
