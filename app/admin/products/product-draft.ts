import { type Draft, openDraft } from '#app/session/drafts.ts'
import type { ProductTexts } from '#rules/product-fields.ts'

/** What was typed into the form. Pictures are too large to keep this way. */
export type TypedProduct = {
  texts: ProductTexts
  isFeatured: boolean
  isBestSeller: boolean
  /** What was on the screen when the form was opened: neither changes nor sales since then may be undone unseen. */
  seen: { version: string; stock: number } | null
}

export type ProductDraft = Draft<TypedProduct>

export function openProductDraft(which: number | 'new' | null, userId: string): ProductDraft {
  return openDraft(`product-${which ?? 'none'}`, userId, isTyped)
}

function isTyped(kept: unknown): kept is TypedProduct {
  return typeof kept === 'object' && kept !== null && 'texts' in kept && 'seen' in kept
}
