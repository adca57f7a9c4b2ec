import { readCategory } from '#rules/categories.ts'
import type { ProductCsvColumn } from '#rules/csv.ts'
import { fromCedis } from '#rules/money.ts'
import { pictureIdOf } from '#rules/picture-address.ts'
import {
  listBenefits,
  listIngredients,
  productMistake,
  productTextFields,
  readStock,
} from '#rules/product-fields.ts'
import type { Mistake, SheetRow } from './read-spreadsheet.ts'
import type { ChangedFacts } from './write-product.ts'

export type WishedProduct = {
  line: number
  /** Null for a product that is not in the shop yet. */
  id: number | null
  facts: ChangedFacts
  expected: Date | undefined
}

/** What one line wants, or everything that is wrong with it. */
export function readSheetRow({ line, cells }: SheetRow): WishedProduct | Mistake[] {
  const mistakes: Mistake[] = []
  const say = (column: ProductCsvColumn, reason: string) => {
    mistakes.push({ line, column, value: (cells[column] ?? '').slice(0, 80), reason })
  }
  const id = (cells.id ?? '').trim()
  if (id !== '' && !/^[1-9]\d{0,8}$/.test(id))
    say('id', 'This is no number of a product. Leave it empty for a new one.')
  for (const field of productTextFields) {
    const written = cells[field] ?? (id === '' ? '' : undefined)
    const mistake = written === undefined ? null : productMistake(field, written)
    if (mistake !== null) say(field, mistake)
  }
  for (const column of ['featured', 'best_seller'] as const) {
    if (cells[column] !== undefined && readYesOrNo(cells[column]) === null)
      say(column, 'Please write yes or no.')
  }
  const pictureIds = listPictures(cells.images)
  if (pictureIds?.includes(null))
    say('images', 'Please use picture addresses of this shop, or leave it empty.')
  const seen = cells.exported_stock?.trim() ? readStock(cells.exported_stock) : undefined
  if (seen === null) say('exported_stock', 'Please leave this column as it was exported, or empty it.')
  const expected = readMoment(cells.exported_version)
  if (expected === null) say('exported_version', 'Please leave this column as it was exported, or empty it.')
  if (mistakes.length > 0 || seen === null || expected === null) return mistakes
  return {
    line,
    id: id === '' ? null : Number(id),
    expected,
    facts: toFacts(
      cells,
      seen,
      pictureIds?.filter((each) => each !== null),
    ),
  }
}

function toFacts(
  cells: SheetRow['cells'],
  seen: number | undefined,
  pictureIds: string[] | undefined,
): ChangedFacts {
  const facts: ChangedFacts = {}
  const { name, brands, category, price, description, how_to_use: howToUse, fda_number: fda } = cells
  if (name !== undefined) facts.name = name.trim()
  if (brands !== undefined) facts.brands = brands.trim()
  if (category !== undefined) facts.category = readCategory(category) ?? category
  if (price !== undefined) facts.price = fromCedis(price) ?? 0
  if (description !== undefined) facts.description = description.trim()
  if (howToUse !== undefined) facts.howToUse = howToUse.trim()
  if (fda !== undefined) facts.fdaNumber = fda.trim() || null
  if (cells.benefits !== undefined) facts.benefits = listBenefits(cells.benefits)
  if (cells.ingredients !== undefined) facts.ingredients = listIngredients(cells.ingredients)
  if (cells.featured !== undefined) facts.isFeatured = readYesOrNo(cells.featured) ?? false
  if (cells.best_seller !== undefined) facts.isBestSeller = readYesOrNo(cells.best_seller) ?? false
  if (cells.stock_quantity !== undefined) facts.stock = { wanted: readStock(cells.stock_quantity) ?? 0, seen }
  if (pictureIds !== undefined) facts.pictureIds = pictureIds
  return facts
}

function readYesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase()
  if (['yes', '1', 'true'].includes(word)) return true
  return ['no', '0', 'false', ''].includes(word) ? false : null
}

function listPictures(cell: string | undefined): (string | null)[] | undefined {
  return cell
    ?.split(/[\s|]+/)
    .filter(Boolean)
    .map(pictureIdOf)
}

/** Undefined for an empty cell, null for one that is no moment. */
function readMoment(cell: string | undefined): Date | undefined | null {
  const written = cell?.trim()
  if (!written) return undefined
  const moment = /^\d{4}-\d\d-\d\dT/.test(written) ? new Date(written) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}
