import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import type { ShownPicture } from './shop-picture.tsx'

/** A product on a card: one of the shop, or a sample. */
export type ShownProduct = Omit<ProductCard, 'picture'> & { picture: ShownPicture | null }

export type ShownDetails = Omit<
  ProductDetails,
  | 'picture'
  | 'pictures'
  | 'createdAt'
  | 'updatedAt'
  | 'isHidden'
  | 'formParts'
  | 'companions'
  | 'goesWith'
  | 'isWithBought'
  | 'choices'
  | 'choiceNote'
  | 'isFrom'
> & {
  picture: ShownPicture | null
  pictures: ShownPicture[]
}

/** No product of the shop is numbered below zero. */
export function isSample({ id }: { id: number }): boolean {
  return id < 0
}

export function productPath({ id }: { id: number }): string {
  return `/product/${id}`
}
