import { choiceLabelRequired, isColour } from './choices.ts'
import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import { fromCedis } from './money.ts'

export const productTextFields = [
  'name',
  'brands',
  'category',
  'price',
  'stock_quantity',
  'description',
  'how_to_use',
  'benefits',
  'ingredients',
  'fda_number',
  'sku',
  'article',
  'choice_label',
  'choice_colour',
] as const

export type ProductTextField = (typeof productTextFields)[number]

export type ProductTexts = Record<ProductTextField, string>

type FieldRule = { most: number; required?: string; mistake?: (written: string) => string | null }

const highestPrice = 100_000_000
const highestStock = 1_000_000

export const mostProductPictures = 8

export const categoryUnknown = 'Please choose one of the categories'

export const imagesRequired = 'At least one image is required'

const fieldRules: Record<ProductTextField, FieldRule> = {
  name: { most: 120, required: 'Name is required' },
  brands: { most: 120, required: 'Brand is required' },
  // Which ones there are is known to the shop alone.
  category: { most: 60, required: 'Category is required' },
  price: {
    most: 20,
    required: 'Price is required',
    mistake: (written) => (isPrice(written) ? null : 'Please enter a price such as 145 or 145.50'),
  },
  stock_quantity: {
    most: 20,
    required: 'Stock quantity is required',
    mistake: (written) =>
      readStock(written) === null ? `Please enter a whole number from 0 to ${highestStock}` : null,
  },
  description: { most: 5_000, required: 'Description is required' },
  how_to_use: { most: 5_000, required: 'How to use is required' },
  benefits: { most: 5_000 },
  ingredients: { most: 5_000 },
  fda_number: { most: 60 },
  sku: { most: 60 },
  // Products that name the same one are its sizes or shades.
  article: { most: 120 },
  choice_label: { most: 40 },
  choice_colour: {
    most: 7,
    mistake: (written) => (isColour(written) ? null : 'Please write a colour such as #aa3355'),
  },
}

export function productMistake(field: ProductTextField, text: string): string | null {
  const { most, required, mistake } = fieldRules[field]
  const written = text.trim()
  if (written === '') return required ?? null
  if (written.length > most) return `Please use at most ${most} characters`
  return mistake?.(written) ?? null
}

export function checkProduct(texts: ProductTexts): Mistakes<ProductTextField> {
  const found = productTextFields.map((field) => [field, productMistake(field, texts[field])])
  const mistakes: Record<ProductTextField, string | null> = Object.fromEntries(found)
  if (texts.article.trim() && !texts.choice_label.trim()) mistakes.choice_label = choiceLabelRequired
  return onlyMistakes(mistakes)
}

export function readStock(text: string): number | null {
  const written = text.trim()
  const count = /^\d{1,10}$/.test(written) ? Number(written) : null
  return count !== null && count <= highestStock ? count : null
}

export function listBenefits(text: string): string[] {
  return tidied(text.split(/\r?\n/))
}

/** `1,2-Hexanediol` is one ingredient: a comma between two digits belongs to a name. */
export function listIngredients(text: string): string[] {
  return tidied(text.split(/(?<!\d),|,(?!\d)/))
}

/** As the form has them, one per line. */
export function ingredientsOfLines(text: string): string {
  return tidied(text.split(/\r?\n/)).join(', ')
}

function tidied(parts: string[]): string[] {
  return parts.map((part) => part.trim()).filter(Boolean)
}

function isPrice(written: string): boolean {
  const price = fromCedis(written)
  return price !== null && price > 0 && price <= highestPrice
}

/** More than this the owner does not choose for one product. */
export const mostGoesWith = 8

/** So many are offered on the page of a product: one row on a laptop, two on a phone. */
export const shownGoesWith = 4

/** Others that a product's page offers at its end. */
export const relatedShown = 4
