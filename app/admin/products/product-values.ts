import type { ShownProduct } from '#app/components/shown-product.tsx'
import { isFlag, isNumber, isText, listOf, orNull, recordOf, shapeOf } from '#app/session/draft-shape.ts'
import { type Draft, openDraft } from '#app/session/drafts.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import { measureIn, nameWithoutLabel } from '#rules/choices.ts'
import { fromCedis } from '#rules/money.ts'
import {
  checkProduct,
  ingredientsOfLines,
  listIngredients,
  type ProductTexts,
  productTextFields,
  readStock,
} from '#rules/product-fields.ts'
import { type FormPicture, pictureOrder } from '../pictures.ts'
import type { FormCompanion, FormPart } from './related-product-fields.tsx'

/** What the fields show: everything as text, ingredients one per line. */
export function toTexts(product: ProductResponse | null): ProductTexts {
  return {
    name: product?.name ?? '',
    brands: product?.brands ?? '',
    category: product?.category ?? '',
    price: product ? String(product.price) : '',
    // A set has no jars of its own; what is no longer one begins with none.
    stock_quantity: product ? String(ownStock(product)) : '',
    description: product?.description ?? '',
    how_to_use: product?.how_to_use ?? '',
    benefits: product?.benefits ?? '',
    ingredients: listIngredients(product?.ingredients ?? '').join('\n'),
    fda_number: product?.fda_number ?? '',
    sku: product?.sku ?? '',
    article: product?.article ?? '',
    choice_label: product?.choice_label ?? '',
    choice_colour: product?.choice_colour ?? '',
  }
}

function ownStock({ set_parts, stock_quantity }: ProductResponse): number {
  return set_parts ? 0 : stock_quantity
}

function readTexts(values: FormData): ProductTexts {
  const texts = productTextFields.map((field) => [field, String(values.get(field) ?? '')])
  return Object.fromEntries(texts) as ProductTexts
}

export function typedOf(product: ProductResponse | null): TypedProduct {
  return {
    texts: toTexts(product),
    isFeatured: product?.featured ?? false,
    isBestSeller: product?.best_seller ?? false,
    isHidden: product?.hidden ?? false,
    linked: { parts: product?.set_parts ?? [], goesWith: product?.goes_with ?? [] },
    isWithBought: product?.goes_with_bought ?? true,
    seen: product ? { version: product.updated_at ?? '', stock: ownStock(product) } : null,
  }
}

/** Another size or shade begins with all that they have in common. */
export function typedLike(product: ProductResponse): TypedProduct {
  const label = product.choice_label || measureIn(product.name)
  const article = product.article ?? nameWithoutLabel(product.name, label)
  const own = { price: '', stock_quantity: '', sku: '', choice_label: '', choice_colour: '' }
  return {
    ...typedOf(product),
    texts: { ...toTexts(product), ...own, name: article, article },
    isHidden: false,
    linked: { parts: [], goesWith: product.goes_with ?? [] },
    seen: null,
  }
}

export function readTyped(values: FormData): Omit<TypedProduct, 'seen' | 'linked'> {
  return {
    texts: readTexts(values),
    isFeatured: values.has('featured'),
    isBestSeller: values.has('best_seller'),
    isHidden: values.has('hidden'),
    isWithBought: values.has('goes_with_bought'),
  }
}

export function mistakesIn(values: FormData) {
  const texts = readTexts(values)
  return checkProduct({ ...texts, ingredients: ingredientsOfLines(texts.ingredients) })
}

type Sent = {
  values: FormData
  pictures: readonly FormPicture[]
  linked: LinkedProducts
  /** Null for a new one. */
  id: number | null
  /** The product of which a new one is another size or shade. */
  choiceOf?: number | null
  /** The version that may be overwritten, and the stock that was on the screen. */
  seen: TypedProduct['seen']
}

/** The form as the specification has it; besides, which version and which stock were on the screen. */
export function toForm({ values, pictures, linked, id, choiceOf, seen }: Sent): {
  form: FormData
  files: File[]
} {
  const texts = readTexts(values)
  const { order, files } = pictureOrder(pictures)
  const form = new FormData()
  for (const field of productTextFields) form.append(field, texts[field])
  form.set('ingredients', ingredientsOfLines(texts.ingredients))
  form.append('featured', values.has('featured') ? '1' : '0')
  form.append('best_seller', values.has('best_seller') ? '1' : '0')
  form.append('hidden', values.has('hidden') ? '1' : '0')
  form.append('existingImages', JSON.stringify(order))
  const contents = linked.parts.map(({ product_id, quantity }) => ({ product_id, quantity }))
  form.append('set_parts', JSON.stringify(contents))
  form.append('goes_with', JSON.stringify(linked.goesWith.map(({ product_id }) => product_id)))
  form.append('goes_with_bought', values.has('goes_with_bought') ? '1' : '0')
  if (id !== null) form.append('id', String(id))
  if (choiceOf) {
    form.append('choice_of', String(choiceOf))
    form.append('choice_of_label', String(values.get('choice_of_label') ?? ''))
  }
  if (seen) {
    form.append('expected', seen.version)
    form.append('seen_stock', String(seen.stock))
  }
  for (const file of files) form.append('images', file, file.name)
  return { form, files }
}

/** The card as customers would see it. */
export function toCard(
  values: FormData,
  [cover]: readonly FormPicture[],
  stockOfSet: number | null,
): ShownProduct {
  const texts = readTexts(values)
  return {
    id: 1,
    name: texts.name.trim() || 'Product name',
    category: texts.category,
    price: fromCedis(texts.price) ?? 0,
    stock: stockOfSet ?? readStock(texts.stock_quantity) ?? 0,
    isFeatured: values.has('featured'),
    isBestSeller: values.has('best_seller'),
    rating: null,
    reviewCount: 0,
    picture:
      cover?.preview && !cover.error ? { src: cover.preview, width: 1200, height: 1500, alt: '' } : null,
  }
}

/** Other products that it is made of, and that go well with it. */
export type LinkedProducts = { parts: readonly FormPart[]; goesWith: readonly FormCompanion[] }

/** What was typed into the form. Pictures are too large to keep this way. */
export type TypedProduct = {
  texts: ProductTexts
  isFeatured: boolean
  isBestSeller: boolean
  isHidden: boolean
  linked: LinkedProducts
  isWithBought: boolean
  /** What was on the screen when the form was opened: neither changes nor sales since then may be undone unseen. */
  seen: { version: string; stock: number } | null
}

export type ProductDraft = Draft<TypedProduct>

export function openProductDraft(which: number | string | null, userId: string): ProductDraft {
  return openDraft(`product-${which ?? 'none'}`, userId, isTyped)
}

const isTyped = shapeOf<TypedProduct>({
  texts: recordOf(isText, productTextFields),
  isFeatured: isFlag,
  isBestSeller: isFlag,
  isHidden: isFlag,
  linked: shapeOf<LinkedProducts>({
    parts: listOf(
      shapeOf<FormPart>({
        product_id: isNumber,
        name: isText,
        quantity: isNumber,
        price: isNumber,
        is_sold: isFlag,
      }),
    ),
    goesWith: listOf(shapeOf<FormCompanion>({ product_id: isNumber, name: isText, hidden: isFlag })),
  }),
  isWithBought: isFlag,
  seen: orNull(shapeOf({ version: isText, stock: isNumber })),
})
