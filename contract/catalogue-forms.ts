import { z } from 'zod'
import { mostCategories, mostTiles } from '../rules/category-fields.ts'
import { mostChoices } from '../rules/choices.ts'
import type { FocusPoint } from '../rules/focus-point.ts'
import { fromCedis } from '../rules/money.ts'
import {
  listBenefits,
  listIngredients,
  mostGoesWith,
  mostProductPictures,
  type ProductTextField,
  productMistake,
  readStock,
} from '../rules/product-fields.ts'
import { mostParts, partsMistake, type SetPart } from '../rules/sets.ts'
import type { Shelf } from '../rules/shelves.ts'
import { isoDate, largePicture, named, type PictureData, text } from './codecs.ts'

/** A browser writes the line ends of a form in its own way. */
function productText(field: ProductTextField) {
  return text(20_000, productMistake(field, '') ?? undefined)
    .transform((written) => written.replaceAll(/\r\n?/g, '\n'))
    .superRefine((written, { addIssue }) => {
      const message = productMistake(field, written)
      if (message !== null) addIssue({ code: 'custom', message })
    })
}

/** Left out, it stays as it is; empty, there is none. */
function optionalText(field: ProductTextField) {
  return productText(field)
    .transform((written) => written || null)
    .optional()
}

const yesOrNoText = z.enum(['1', '0', 'true', 'false'], { error: 'Please say 1 or 0.' })

const isYes = (written: string) => written === '1' || written === 'true'

const yesOrNo = yesOrNoText.default('0').transform(isYes)

/** Left out, it stays as it is. */
const maybeYesOrNo = yesOrNoText.transform(isYes).optional()

/** The pictures in their order, the first one on the cover: addresses of the shop, and `new:0` for the first new file. */
const pictureList = z.string().transform((json, context) => {
  const read = z.array(z.string().max(300)).max(mostProductPictures).safeParse(parsed(json))
  if (read.success) return read.data
  const message = `Please send a list of at most ${mostProductPictures} picture addresses.`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const partList = z.string().transform((json, context): SetPart[] => {
  const part = z.strictObject({ product_id: z.int().min(1).max(2_147_483_647), quantity: z.int() })
  const read = z
    .array(part)
    .max(10 * mostParts)
    .safeParse(parsed(json))
  const parts = read.data?.map(({ product_id: productId, quantity }) => ({ productId, quantity })) ?? []
  const message = read.success ? partsMistake(parts) : 'Please send a list of products and their numbers.'
  if (message !== null) context.addIssue({ code: 'custom', message })
  return parts
})

const companionList = z.string().transform((json, context): number[] => {
  const read = z.array(z.int().min(1).max(2_147_483_647)).max(mostGoesWith).safeParse(parsed(json))
  if (read.success) return [...new Set(read.data)]
  context.addIssue({
    code: 'custom',
    message: `Please send the numbers of at most ${mostGoesWith} products.`,
  })
  return z.NEVER
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The text fields of the form; new pictures come beside them as the files `images`. */
export const productForm = named(
  z.strictObject({
    name: productText('name'),
    brands: productText('brands'),
    category: productText('category'),
    price: productText('price').transform((written) => fromCedis(written) ?? 0),
    stock_quantity: productText('stock_quantity').transform((written) => readStock(written) ?? 0),
    description: productText('description'),
    how_to_use: productText('how_to_use'),
    benefits: productText('benefits').default('').transform(listBenefits),
    ingredients: productText('ingredients').default('').transform(listIngredients),
    fda_number: optionalText('fda_number'),
    sku: optionalText('sku'),
    article: optionalText('article'),
    choice_label: optionalText('choice_label'),
    choice_colour: optionalText('choice_colour'),
    choice_of: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Which product?')
      .transform(Number)
      .optional()
      .describe('Only for a new one: the product of which it is another size or shade'),
    choice_of_label: optionalText('choice_label').describe('Which size or shade that product is'),
    featured: yesOrNo,
    best_seller: yesOrNo,
    hidden: maybeYesOrNo,
    existingImages: pictureList.optional(),
    set_parts: partList.optional().describe('Of a set, as JSON: what is in it and how many'),
    goes_with: companionList.optional().describe('As JSON: the numbers of what goes well with it'),
    goes_with_bought: maybeYesOrNo,
    id: text(20).optional(),
    expected: isoDate.optional(),
    seen_stock: text(20)
      .transform((written) => readStock(written) ?? undefined)
      .optional(),
  }),
  {
    stock_quantity: 'stock',
    featured: 'isFeatured',
    best_seller: 'isBestSeller',
    hidden: 'isHidden',
    existingImages: 'pictures',
    set_parts: 'parts',
    goes_with_bought: 'isWithBought',
  },
)

export type ProductForm = z.output<typeof productForm>

const productId = z.int().min(1).max(2_147_483_647)

/** One change for many products at once. */
export const productsChange = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['feature', 'unfeature', 'show', 'hide', 'delete']),
    ids: z.array(productId).min(1).max(100),
  }),
  z.strictObject({ action: z.literal('show_all') }).describe('Everything that is hidden'),
  z.strictObject({
    action: z.literal('set_stock'),
    stock_quantity: z.int().min(0).max(1_000_000),
    products: z
      .array(z.strictObject({ id: productId, seen_stock: z.int().min(0).optional() }))
      .min(1)
      .max(100),
  }),
])

/** The choices of one article in their order. */
export const choicesOrder = z.strictObject({ ids: z.array(productId).min(2).max(mostChoices) })

export type ProductsChange = z.infer<typeof productsChange>

export const productsChangeResponse = z.object({
  success: z.literal(true),
  changed: z.int(),
  missing: z.array(z.int()).describe('No longer in the shop, so nothing was done to them'),
})

export type ProductsChangeResponse = z.infer<typeof productsChangeResponse>

/** What a spreadsheet would do to the shop, or has done. */
export const importResponse = z.object({
  rows: z.int(),
  new_categories: z.array(z.string()).describe('Categories of the file that the shop has not'),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  done: z.boolean().describe('False after a dry run'),
  mistakes: z.array(
    z.object({ line: z.int(), column: z.string().nullable(), value: z.string(), reason: z.string() }),
  ),
  more_mistakes: z.int().describe('Mistakes beyond those listed'),
})

export type ImportResponse = z.infer<typeof importResponse>

/** A category for the back office. */
export const categoryResponse = named(
  z.object({
    id: z.int(),
    name: z.string().describe('Of one product: Cleanser'),
    heading: z.string().describe('Of the shelf: Cleansers'),
    slug: z.string().describe('The word in links, and `category` of its products'),
    old_slugs: z.array(z.string()).describe('Links with these words lead here too'),
    picture: largePicture.nullable(),
    alt: z.string(),
    focus_x: z.int().describe('Where the picture is cropped last, in percent from its left'),
    focus_y: z.int().describe('The same from its top'),
    sample_picture: z.boolean().describe('Shown with a picture of the sample shop'),
    home_place: z.int().nullable().describe('Where on the home page, from 1'),
    in_footer: z.boolean(),
    hidden: z.boolean(),
    products: z.int().describe('Hidden ones too; counted up to 1000'),
    updated_at: isoDate,
  }),
  { sample_picture: 'hasSamplePicture', in_footer: 'isInFooter', hidden: 'isHidden' },
)

export type CategoryResponse = z.input<typeof categoryResponse>

/** A picture-tile of the home page. */
export type CategoryTile = Shelf & {
  picture: PictureData | null
  /** Null for the middle, as browsers crop by themselves. */
  focus: FocusPoint | null
  hasSamplePicture: boolean
}

const optionalYesOrNo = z
  .enum(['1', '0'], { error: 'Please say 1 or 0.' })
  .transform((written) => written === '1')
  .optional()

const place = z
  .string()
  .regex(/^(?:|[1-9]|1[0-2])$/, { error: `Please use a place from 1 to ${mostTiles}, or none.` })
  .transform((written) => (written === '' ? null : Number(written)))
  .optional()

const percent = z
  .string()
  .regex(/^(?:\d{1,2}|100)$/, { error: 'Please use a whole number from 0 to 100.' })
  .transform(Number)
  .optional()

/** The text fields of the form; what is left out stays as it is. A new picture comes beside them as the file `picture`. */
export const categoryForm = named(
  z.strictObject({
    id: text(20).optional(),
    name: text(200).optional(),
    heading: text(200).optional(),
    alt: text(1_000).optional(),
    focus_x: percent,
    focus_y: percent,
    hidden: optionalYesOrNo,
    in_footer: optionalYesOrNo,
    home_place: place,
    remove_picture: optionalYesOrNo,
    expected: isoDate.optional(),
  }),
  { hidden: 'isHidden', in_footer: 'isInFooter', remove_picture: 'removesPicture' },
)

export type CategoryForm = z.output<typeof categoryForm>

const ids = z.array(z.int().min(1).max(2_147_483_647)).max(mostCategories)

/** All of them in the new order, and the order that was on the screen. */
export const categoryOrder = z.strictObject({ ids, seen: ids })

export const mergeBody = z.strictObject({
  into: z.int().min(1).max(2_147_483_647),
  expected: isoDate.optional(),
})
