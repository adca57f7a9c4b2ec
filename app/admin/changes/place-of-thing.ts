import type { ChangeResponse } from '#contract/changes.ts'

type Place = { to: string; words: string }

const places: Record<string, (id: string) => Place> = {
  product: (id) => ({ to: `/admin/products?edit=${id}`, words: 'Open the product' }),
  order: (id) => ({ to: `/admin/orders?order=${id}`, words: 'Open the order' }),
  payment: (id) => ({ to: `/admin/orders?order=${id}`, words: 'Open the order' }),
  'hand-over': () => ({ to: '/admin/cash', words: 'Open the cash book' }),
  post: (id) => ({ to: `/admin/blog/edit/${id}`, words: 'Open the post' }),
  testimonial: () => ({ to: '/admin/testimonials', words: 'Open the testimonials' }),
  message: (id) => ({ to: `/admin/messages?state=all&message=${id}`, words: 'Open the message' }),
  newsletter: () => ({ to: '/admin/newsletter', words: 'Open the newsletter' }),
  settings: (id) => ({ to: `/admin/settings#${id}`, words: 'Open the settings' }),
  team: () => ({ to: '/admin/team', words: 'Open the team' }),
}

/** Where to look at it today; null for what is gone. */
export function placeOfThing({ thing, thing_id, thing_name, action }: ChangeResponse): Place | null {
  const isGone = thing !== 'settings' && thing_name === null
  return isGone || action.startsWith('deleted') ? null : (places[thing]?.(thing_id) ?? null)
}
