import { CsvError, parse } from 'csv-parse'
import { Refusal } from '#contract/refusals.ts'
import {
  mostImportedRows,
  mostZipPictures,
  type ProductCsvColumn,
  productCsvColumns,
  readProductCell,
} from '#rules/csv.ts'
import { fromCedis } from '#rules/money.ts'
import {
  categoryUnknown,
  listBenefits,
  listIngredients,
  productMistake,
  productTextFields,
  readStock,
} from '#rules/product-fields.ts'
import { pictureIdOf } from '#rules/web-address.ts'
import { isImage } from '#server/platform/images.ts'
import { isZipRefusal, openZip, type ZipEntry } from '#server/platform/zip.ts'
import type { ChangedFacts } from './write-product.ts'

export type Mistake = { line: number; column: string | null; value: string; reason: string }

/** Only the columns that the file has. */
type SheetRow = { line: number; cells: Partial<Record<ProductCsvColumn, string>> }

type Sheet = { rows: SheetRow[]; mistakes: Mistake[] }

/** A file from a spreadsheet, by commas or semicolons, with a first line that names the columns. */
export async function readSpreadsheet(bytes: Buffer): Promise<Sheet> {
  const text = decode(bytes)
  if (text === null)
    return unreadable(1, 'Please save the file as “CSV UTF-8”, so that letters like ɛ and ɔ survive.')
  const firstLine = text.slice(0, 2_000).split('\n', 1)[0] ?? ''
  const delimiter = [',', ';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  const lines: { line: number; cells: string[] }[] = []
  try {
    let ended = 0
    const options = { delimiter, info: true, relax_column_count: true } as const
    for await (const { record, info } of parse(text, options)) {
      const cells = record as string[]
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: ended + 1, cells })
      ended = info.lines
      if (lines.length > mostImportedRows + 1)
        return unreadable(ended, `A file may have at most ${mostImportedRows} products.`)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return unreadable(Number(error.lines ?? 1), 'The quotes in this line do not fit together.')
  }
  const [header, ...rest] = lines
  return header === undefined ? unreadable(1, 'The file is empty.') : underColumns(header, rest)
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

function unreadable(line: number, reason: string): Sheet {
  return { rows: [], mistakes: [{ line, column: null, value: '', reason }] }
}

type Line = { line: number; cells: string[] }

function underColumns(header: Line, lines: Line[]): Sheet {
  const names = header.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const columns = names.map((name) => productCsvColumns.find((column) => column === name) ?? null)
  const mistakes = names.flatMap((name, place): Mistake[] => {
    if (columns[place] === null) {
      const reason = `This column is not known. The columns are: ${productCsvColumns.join(', ')}.`
      return [{ line: header.line, column: name, value: '', reason }]
    }
    if (names.indexOf(name) === place) return []
    return [{ line: header.line, column: name, value: '', reason: 'This column is there twice.' }]
  })
  if (mistakes.length > 0) return { rows: [], mistakes }
  const rows = lines.flatMap(({ line, cells }): SheetRow[] => {
    if (cells.length > columns.length) {
      mistakes.push({
        line,
        column: null,
        value: '',
        reason: 'This line has more cells than there are columns.',
      })
      return []
    }
    const named = columns.map((column, place) => [column, readProductCell(cells[place] ?? '')])
    return [{ line, cells: Object.fromEntries(named) }]
  })
  return { rows, mistakes }
}

export type ImportedProduct = {
  line: number
  /** Null for a product that is not in the shop yet. */
  id: number | null
  facts: Omit<ChangedFacts, 'pictureIds'>
  /** Undefined where the file has no such column. */
  pictures: PictureRef[] | undefined
  expected: Date | undefined
}

/** A picture that the shop has, or one of the ZIP. */
export type PictureRef = { id: string } | { file: ZipEntry }

/** What the shop and the ZIP have that a cell may name. */
export type Known = { findCategory: FindCategory; findPicture: FindPicture | null }

/** The slug of a category, by any name that means one; null for one that the shop has not. */
type FindCategory = (name: string) => string | null

/** What one line wants, or everything that is wrong with it. */
export function readSheetRow(
  { line, cells }: SheetRow,
  { findCategory, findPicture }: Known,
): ImportedProduct | Mistake[] {
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
  const category = cells.category?.trim()
  if (category && findCategory(category) === null) say('category', categoryUnknown)
  for (const column of ['featured', 'best_seller', 'hidden'] as const) {
    if (cells[column] !== undefined && readYesOrNo(cells[column]) === null)
      say(column, 'Please write yes or no.')
  }
  const pictures = listPictures(cells.images, findPicture)
  const wrong = pictures?.find((picture) => typeof picture === 'string')
  if (wrong !== undefined) say('images', wrong)
  const seen = cells.exported_stock?.trim() ? readStock(cells.exported_stock) : undefined
  if (seen === null) say('exported_stock', 'Please leave this column as it was exported, or empty it.')
  const expected = readMoment(cells.exported_version)
  if (expected === null) say('exported_version', 'Please leave this column as it was exported, or empty it.')
  if (mistakes.length > 0 || seen === null || expected === null) return mistakes
  return {
    line,
    id: id === '' ? null : Number(id),
    expected,
    facts: toFacts({ ...cells, category: category && (findCategory(category) ?? category) }, seen),
    pictures: pictures?.filter((picture) => typeof picture !== 'string'),
  }
}

function toFacts(cells: SheetRow['cells'], seen: number | undefined): ImportedProduct['facts'] {
  const facts: ImportedProduct['facts'] = {}
  const { name, brands, category, price, description, how_to_use: howToUse, fda_number: fda } = cells
  if (name !== undefined) facts.name = name.trim()
  if (brands !== undefined) facts.brands = brands.trim()
  if (category !== undefined) facts.category = category
  if (price !== undefined) facts.price = fromCedis(price) ?? 0
  if (description !== undefined) facts.description = description.trim()
  if (howToUse !== undefined) facts.howToUse = howToUse.trim()
  if (fda !== undefined) facts.fdaNumber = fda.trim() || null
  if (cells.sku !== undefined) facts.sku = cells.sku.trim() || null
  if (cells.article !== undefined) facts.article = cells.article.trim() || null
  if (cells.choice_label !== undefined) facts.choiceLabel = cells.choice_label.trim() || null
  if (cells.choice_colour !== undefined) facts.choiceColour = cells.choice_colour.trim() || null
  if (cells.benefits !== undefined) facts.benefits = listBenefits(cells.benefits)
  if (cells.ingredients !== undefined) facts.ingredients = listIngredients(cells.ingredients)
  if (cells.featured !== undefined) facts.isFeatured = readYesOrNo(cells.featured) ?? false
  if (cells.best_seller !== undefined) facts.isBestSeller = readYesOrNo(cells.best_seller) ?? false
  if (cells.hidden !== undefined) facts.isHidden = readYesOrNo(cells.hidden) ?? false
  if (cells.stock_quantity !== undefined) facts.stock = { wanted: readStock(cells.stock_quantity) ?? 0, seen }
  return facts
}

function readYesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase()
  if (['yes', '1', 'true'].includes(word)) return true
  return ['no', '0', 'false', ''].includes(word) ? false : null
}

/** One per line or between bars; a text in the place of one that is not found. */
function listPictures(
  cell: string | undefined,
  findPicture: FindPicture | null,
): (PictureRef | string)[] | undefined {
  return cell
    ?.split(/[\n|]+/)
    .map((written) => written.trim())
    .filter(Boolean)
    .flatMap((written) => {
      const whole = toPicture(written, findPicture)
      // A name may have spaces and commas in it; if it is no name, they are between names.
      if (typeof whole !== 'string') return [whole]
      return written.split(/[\s,;]+/).map((part) => toPicture(part, findPicture))
    })
}

function toPicture(written: string, findPicture: FindPicture | null): PictureRef | string {
  const id = pictureIdOf(written)
  if (id !== null) return { id }
  if (findPicture === null)
    return 'Please use picture addresses of this shop, names of pictures in a ZIP beside this file, or leave it empty.'
  const file = findPicture(written)
  if (file === 'twice') return `“${written}” is in the ZIP twice. Please write its folder too.`
  return file === null ? `“${written}” is not in the ZIP.` : { file }
}

/** Undefined for an empty cell, null for one that is no moment. */
function readMoment(cell: string | undefined): Date | undefined | null {
  const written = cell?.trim()
  if (!written) return undefined
  const moment = /^\d{4}-\d\d-\d\dT/.test(written) ? new Date(written) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}

const megabyte = 1024 * 1024

/** As many as the largest file of products can want, each as large as a photo may be. */
const limits = { entries: mostZipPictures, bytesEach: 15 * megabyte, bytesInAll: 300 * megabyte }

/** A picture of the ZIP by the name in a cell: with or without its folder, in any case. */
type FindPicture = (name: string) => ZipEntry | 'twice' | null

/** Anything but pictures is refused by its name: whoever packed the wrong folder should hear of it. */
export async function readPictureZip(bytes: Buffer): Promise<FindPicture> {
  const entries = (await openZip(bytes, limits).catch(refuse)).filter(({ path }) => !isLeftover(path))
  const other = entries.find(({ path }) => !/\.(?:jpe?g|png|webp|avif|hei[cf])$/i.test(path))
  if (other) refusePictures(notAPicture(other))
  const byPath = Map.groupBy(entries, ({ path }) => path.toLowerCase())
  const byName = Map.groupBy(entries, ({ path }) => nameOf(path.toLowerCase()))
  return (written) => {
    const name = written.trim().toLowerCase()
    const [found, ...more] = byPath.get(name) ?? byName.get(name) ?? []
    if (found === undefined) return null
    return more.length > 0 ? 'twice' : found
  }
}

/** A file may be called a picture and be something else. */
export async function readPicture(entry: ZipEntry): Promise<Buffer> {
  const bytes = await entry.read().catch(refuse)
  if (!isImage(bytes)) refusePictures(notAPicture(entry))
  return bytes
}

function notAPicture({ path }: ZipEntry): string {
  return `“${path.slice(-80)}” in the ZIP is no picture. Only JPEG, PNG, WebP, AVIF or HEIC images are allowed.`
}

/** What computers put beside the pictures unasked. */
function isLeftover(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|(?:Thumbs\.db|desktop\.ini)$)/i.test(path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function refuse(error: unknown): never {
  if (isZipRefusal(error)) refusePictures(error.message)
  throw error
}

function refusePictures(text: string): never {
  throw new Refusal('invalid_input', { text, fields: { pictures: text } })
}
