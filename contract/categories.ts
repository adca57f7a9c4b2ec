import { z } from 'zod'
import { mostCategories, mostTiles } from '../rules/category-fields.ts'
import type { FocusPoint } from '../rules/focus-point.ts'
import type { Shelf } from '../rules/shelves.ts'
import { isoDate, largePicture, named } from './codecs.ts'
import { type PictureData, text } from './fields.ts'

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

const yesOrNo = z
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
    hidden: yesOrNo,
    in_footer: yesOrNo,
    home_place: place,
    remove_picture: yesOrNo,
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
