import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { hideTestimonial, listKeptTestimonials, type WhichTestimonials } from './hide-testimonials.ts'
import { addTestimonial, countTestimonials, listTestimonials, type NewTestimonial } from './testimonials.ts'

type Page = { page: number; limit: number }

export function openTestimonials(tools: Tools) {
  const { db } = tools
  return {
    list: (page: Page) => listTestimonials(db, page),
    count: () => countTestimonials(db),
    add: (viewer: Viewer, written: NewTestimonial) => addTestimonial(tools, viewer, written),
    listKept: (wanted: Page & { show: WhichTestimonials }) => listKeptTestimonials(db, wanted),
    hide: (viewer: Viewer, id: number, isHidden: boolean) => hideTestimonial(tools, viewer, id, isHidden),
  }
}
