import { z } from 'zod'
import type { Pesewas } from '../rules/money.ts'
import type { PriceOf } from '../rules/sale-price.ts'
import type { SetPart } from '../rules/sets.ts'
import { longestContact, noContact, readContact } from '../rules/stock-alerts.ts'
import { quantity } from './checkout.ts'
import {
  type CardPicture,
  cedis,
  isoDate,
  joined,
  largePicture,
  named,
  type PictureData,
  type PictureFiles,
  text,
} from './codecs.ts'

/** A product on the wire, with the specification's names. */
export const productResponse = named(
  z.object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    brands: z.string(),
    price: cedis.describe('What a customer pays; with admin=1 the regular price'),
    regular_price: cedis.optional().describe('Only while a sale makes it cheaper'),
    sale_ends_at: isoDate.optional().describe('Only in a sale: from then on it costs something else'),
    image: largePicture.nullable(),
    images: z.array(largePicture),
    category: z.string(),
    how_to_use: z.string(),
    benefits: joined('\n').describe('One per line'),
    ingredients: joined(', ').describe('Separated by commas'),
    stock_quantity: z.int(),
    featured: z.boolean(),
    best_seller: z.boolean(),
    sku: z.string().optional().describe('Barcode or number of the shop'),
    article: z.string().optional().describe('Products with the same article are its sizes or shades'),
    choice_label: z.string().optional(),
    choice_colour: z.string().optional(),
    set_parts: z
      .array(
        named(
          z.object({
            product_id: z.int(),
            name: z.string(),
            quantity: z.int(),
            price: cedis,
            is_sold: z
              .boolean()
              .describe('False only with admin=1: hidden, so that the set cannot be bought'),
          }),
        ),
      )
      .optional()
      .describe('Only of a set: what is in it. Its stock is what they allow'),
    created_at: isoDate,
    rating: z.number().nullable().describe('The average of its reviews; null while there are none'),
    review_count: z.int(),
    /** Only for admins who ask with admin=1: what the form needs besides. */
    updated_at: isoDate.optional(),
    fda_number: z.string().optional(),
    hidden: z.boolean().optional(),
    goes_with: z
      .array(
        named(z.object({ product_id: z.int(), name: z.string(), hidden: z.boolean() }), {
          hidden: 'isHidden',
        }),
      )
      .optional()
      .describe('What the owner chose to go well with it'),
    goes_with_bought: z.boolean().optional().describe('Whether what was bought with it is offered, too'),
    sale_price: cedis.optional().describe('What a customer pays, only in a sale'),
  }),
  {
    image: 'picture',
    images: 'pictures',
    stock_quantity: 'stock',
    featured: 'isFeatured',
    best_seller: 'isBestSeller',
    updated_at: 'version',
    fda_number: 'shownFdaNumber',
    hidden: 'formHidden',
    set_parts: 'parts',
    goes_with: 'formGoesWith',
    goes_with_bought: 'formGoesWithBought',
  },
)

export type ProductResponse = z.input<typeof productResponse>

/** What a card in a list shows. */
export type ProductCard = PriceOf & {
  id: number
  name: string
  category: string
  stock: number
  isFeatured: boolean
  isBestSeller: boolean
  picture: CardPicture | null
  /** The average of its reviews; null while there are none. */
  rating: number | null
  reviewCount: number
  /** Only on the card of an article: what can be chosen, in the owner's order. */
  choices?: Choice[] | undefined
  /** How many there are: *3 sizes*. */
  choiceNote?: string
  /** Others cost more. */
  isFrom?: boolean
}

/** A size or shade: a product by itself. */
export type Choice = {
  id: number
  name: string
  label: string
  colour?: string | undefined
  price: Pesewas
  stock: number
  /** The address of its smallest picture. */
  image?: string | undefined
}

/** What a set contains, with what one of it costs by itself today. */
export type ShownPart = SetPart & { name: string; price: Pesewas; isSold: boolean }

export type ProductDetails = DetailsWith<PictureData>

/** As the API lists it: of its pictures only where their files lie. */
export type ListedProduct = DetailsWith<PictureFiles>

type DetailsWith<Shown> = Omit<ProductCard, 'picture'> & {
  picture: Shown | null
  /** What the owner chose to go well with it. */
  goesWith?: number[] | undefined
  /** The same with their names, for the form. */
  companions?: { productId: number; name: string; isHidden: boolean }[] | undefined
  /** Whether what was bought with it is offered, too. */
  isWithBought?: boolean | undefined
  isSet?: boolean
  /** What is in a set, as everyone may see it. */
  parts?: ShownPart[] | undefined
  /** The same with what is hidden, for the form. */
  formParts?: ShownPart[] | undefined
  /** What a set costs less than its parts one by one; left out where that is nothing. */
  saving?: Pesewas | undefined
  sku?: string | undefined
  article?: string | undefined
  choiceLabel?: string | undefined
  choiceColour?: string | undefined
  description: string
  brands: string
  howToUse: string
  benefits: string[]
  ingredients: string[]
  fdaNumber: string | null
  pictures: Shown[]
  isHidden: boolean
  createdAt: Date
  updatedAt: Date
}

/**
 * For the form of the back office, which shows more than the shop does and says what it has seen when it saves. Its price is the
 * regular one: what a sale makes of it is saved nowhere.
 */
export function withFormFields(product: ListedProduct) {
  const { updatedAt, fdaNumber, isHidden, price, regularPrice, formParts: parts } = product
  const shownFdaNumber = fdaNumber ?? ''
  const links = { parts, formGoesWith: product.companions ?? [], formGoesWithBought: product.isWithBought }
  const form = { ...product, version: updatedAt, shownFdaNumber, formHidden: isHidden, ...links }
  return regularPrice === undefined ? form : { ...form, price: regularPrice, salePrice: price }
}

export type ProductPage = { products: ProductCard[]; total: number; page: number; pages: number }

/** What was sold over the counter and must come off the shelf, all or nothing. */
export const updateStockBody = z
  .array(z.strictObject({ productId: z.int(), quantity }))
  .min(1)
  .max(100)

export const updateStockResponse = z.object({
  success: z.literal(true),
  updated: z.array(
    named(z.object({ productId: z.int(), stock_quantity: z.int() }), { stock_quantity: 'stock' }),
  ),
})

/** Who wants to know when a product is back. */
export const stockAlertBody = z.strictObject({
  contact: text(longestContact, noContact)
    .refine((written) => readContact(written) !== null, { error: noContact })
    .describe('A mobile number or an e-mail address'),
  /** People cannot see this field; programs fill it in. */
  website: z.string().max(500).optional(),
})

export const stockAlertResponse = z.object({ success: z.literal(true) })
