import { and, asc, gt, isNull } from 'drizzle-orm'
import type { ListedProduct } from '#contract/catalogue.ts'
import type { PictureData } from '#contract/codecs.ts'
import { isRefusal, Refusal } from '#contract/refusals.ts'
import { normaliseCategory } from '#rules/categories.ts'
import { categoryNameMistake } from '#rules/category-fields.ts'
import { csvStart, longestImportBytes, productsCsvHeader, productsCsvRow } from '#rules/csv.ts'
import { plainCedis } from '#rules/money.ts'
import { categoryUnknown, mostProductPictures } from '#rules/product-fields.ts'
import { pictureAddress } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import type { ZipEntry } from '#server/platform/zip.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { discardPictures, findPictures, preparePicture, savePicture } from '../media/pictures.ts'
import { listCategories, lockAllCategories } from './categories.ts'
import { findAnyProduct } from './find-products.ts'
import { detailColumns, toDetails } from './product-rows.ts'
import {
  type ImportedProduct,
  type Mistake,
  type PictureRef,
  readPicture,
  readPictureZip,
  readSheetRow,
  readSpreadsheet,
} from './read-spreadsheet.ts'
import { insertCategory, lockCategories } from './save-category.ts'
import { products } from './tables.ts'
import { type ChangedFacts, lockAll, shelfTopics, writeNewProduct, writeProduct } from './write-product.ts'

type Imported = {
  rows: number
  /** As the file writes them. */
  new_categories: string[]
  added: number
  changed: number
  unchanged: number
  done: boolean
  mistakes: Mistake[]
  more_mistakes: number
}

const mostListed = 200

const undone = new Error('A rehearsal is undone, and so is a list with mistakes')

type ImportChoices = {
  isRehearsal: boolean
  /** Otherwise a category that the shop has not is a mistake. */
  makesCategories?: boolean
  /** So that somebody looks at the new products before customers do. */
  hidesNew?: boolean
}

type ImportFiles = {
  sheet: Buffer
  /** A ZIP with the pictures that the sheet names. */
  pictures?: Buffer | undefined
}

/** A rehearsal does all that the real run does but making pictures, and is then undone: what it promises is what happens. */
export async function importProducts(
  context: Context,
  viewer: Viewer,
  files: ImportFiles,
  { isRehearsal, makesCategories = false, hidesNew = false }: ImportChoices,
): Promise<Imported> {
  if (files.sheet.length > longestImportBytes) throw new Refusal('too_large')
  const { rows, unknown, inputs, mistakes } = await readFiles(context.db, files, makesCategories)
  const pictures = await readPictures(context, inputs, mistakes, isRehearsal)
  const counts = { added: 0, changed: 0, unchanged: 0 }
  try {
    await invalidating(context, shelfTopics, async (db) => {
      if (makesCategories) {
        await lockCategories(db)
        for (const name of unknown) await insertCategory(context, db, viewer.id, { name, pictureId: null })
      }
      await lockAllCategories(db)
      // All at once in the order of their numbers, or an order that comes in meanwhile could wait for us and we for it.
      await lockAll(
        db,
        inputs.flatMap(({ id }) => id ?? []),
      )
      for (const picture of pictures.values()) await savePicture(context, db, picture)
      for (const input of inputs) {
        if (hidesNew && input.id === null) input.facts.isHidden = true
        const result = await write(context, db, viewer, input, pictures)
        if (typeof result === 'string') counts[result] += 1
        else mistakes.push(result)
      }
      if (isRehearsal || mistakes.length > 0) throw undone
    })
  } catch (error) {
    await discardPictures(context, [...pictures.values()])
    if (error !== undone) throw error
  }
  const listed = mistakes.toSorted((a, b) => a.line - b.line).slice(0, mostListed)
  const done = !isRehearsal && mistakes.length === 0
  const more_mistakes = mistakes.length - listed.length
  return { rows, new_categories: unknown, ...counts, done, mistakes: listed, more_mistakes }
}

async function readFiles(db: Database, { sheet: bytes, pictures }: ImportFiles, makesCategories: boolean) {
  const sheet = await readSpreadsheet(bytes)
  const findPicture = pictures ? await readPictureZip(pictures) : null
  const { find, unknown, permitted } = await readCategories(db, sheet.rows)
  const findOrMake = (name: string) =>
    find(name) ?? (categoryNameMistake(name) === null ? normaliseCategory(name) : null)
  const known = { findCategory: makesCategories ? findOrMake : find, findPicture }
  const read = sheet.rows
    .map((row) => readSheetRow(row, known))
    .map((row) => (Array.isArray(row) ? row.map((mistake) => namePermitted(mistake, permitted)) : row))
  const inputs = read.filter((row): row is ImportedProduct => !Array.isArray(row))
  const mistakes = [...sheet.mistakes, ...read.filter((row) => Array.isArray(row)).flat(), ...twice(inputs)]
  return { rows: sheet.rows.length, unknown, inputs, mistakes }
}

/**
 * Each picture of the ZIP once, however many products show it. Made anew in all sizes it takes long: nobody waits for that who
 * only asks, or whose file has mistakes; then it is only looked at.
 */
async function readPictures(
  context: Context,
  inputs: readonly ImportedProduct[],
  mistakes: Mistake[],
  isRehearsal: boolean,
): Promise<Map<ZipEntry, PictureData>> {
  const made = new Map<ZipEntry, PictureData>()
  const seen = new Set<ZipEntry>()
  for (const { line, id, facts, pictures = [] } of inputs) {
    for (const picture of pictures) {
      if (!('file' in picture) || seen.has(picture.file)) continue
      seen.add(picture.file)
      try {
        const bytes = await readPicture(picture.file)
        if (isRehearsal || mistakes.length > 0) continue
        const name = facts.name ?? (id === null ? null : await findAnyProduct(context, id))?.name ?? ''
        made.set(picture.file, await preparePicture(context, bytes, name))
      } catch (error) {
        const reason = pictureReason(error)
        if (reason === null) {
          await discardPictures(context, [...made.values()])
          throw error
        }
        mistakes.push({ line, column: 'images', value: picture.file.path.slice(-80), reason })
      }
    }
  }
  return made
}

function pictureReason(error: unknown): string | null {
  if (isRefusal(error)) return error.message
  const isUnreadable = error instanceof Error && error.name === 'ImageRefusal'
  return isUnreadable ? 'This picture cannot be read, or is too large.' : null
}

type SheetRows = Awaited<ReturnType<typeof readSpreadsheet>>['rows']

/** Which categories the shop has, and which the file names besides. */
async function readCategories(db: Database, rows: SheetRows) {
  const categories = await listCategories(db)
  const slugs = new Map(
    categories.flatMap(({ slug, oldSlugs }) => [slug, ...oldSlugs].map((each) => [each, slug] as const)),
  )
  const find = (name: string) => slugs.get(normaliseCategory(name)) ?? null
  const unknown = new Map<string, string>()
  for (const { cells } of rows) {
    const name = cells.category?.trim() ?? ''
    const isNew = name !== '' && find(name) === null && categoryNameMistake(name) === null
    if (isNew && !unknown.has(normaliseCategory(name))) unknown.set(normaliseCategory(name), name)
  }
  return { find, unknown: [...unknown.values()], permitted: categories.map(({ name }) => name) }
}

function namePermitted(mistake: Mistake, permitted: readonly string[]): Mistake {
  if (mistake.reason !== categoryUnknown) return mistake
  return { ...mistake, reason: `The shop has no such category. It has: ${permitted.join(', ')}.` }
}

function twice(inputs: readonly ImportedProduct[]): Mistake[] {
  const seen = new Map<number, number>()
  return inputs.flatMap(({ id, line }) => {
    if (id === null) return []
    const first = seen.get(id)
    seen.set(id, first ?? line)
    if (first === undefined) return []
    return [{ line, column: 'id', value: String(id), reason: `This product is in line ${first} already.` }]
  })
}

async function write(
  { clock }: Context,
  db: Database,
  viewer: Viewer,
  { line, id, facts: texts, pictures, expected }: ImportedProduct,
  made: ReadonlyMap<ZipEntry, PictureData>,
): Promise<'added' | 'changed' | 'unchanged' | Mistake> {
  const wrongPictures = await checkPictures(db, pictures ?? [])
  if (wrongPictures) return { line, column: 'images', value: '', reason: wrongPictures }
  const pictureIds = pictures?.flatMap((picture) =>
    'id' in picture ? picture.id : (made.get(picture.file)?.id ?? []),
  )
  const facts: ChangedFacts = pictureIds ? { ...texts, pictureIds } : texts
  const by = { actorId: viewer.id, at: clock() }
  try {
    if (id === null) {
      await writeNewProduct(db, asNew(facts), { ...by, action: 'imported the product' })
      return 'added'
    }
    const action = 'changed the product by a spreadsheet'
    const isChanged = await writeProduct(db, id, facts, { ...by, action, expected })
    // In a rehearsal a new picture is not there yet.
    return isChanged || pictures?.some((picture) => 'file' in picture) ? 'changed' : 'unchanged'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { line, ...reasonOf(error, id) }
  }
}

async function checkPictures(db: Database, pictures: readonly PictureRef[]): Promise<string | null> {
  if (pictures.length > mostProductPictures) return `Please use at most ${mostProductPictures} pictures.`
  const distinct = new Set(pictures.map((picture) => ('id' in picture ? picture.id : picture.file)))
  if (distinct.size < pictures.length) return 'One picture is there twice.'
  const ids = pictures.flatMap((picture) => ('id' in picture ? picture.id : []))
  const known = await findPictures(db, ids)
  return ids.every((pictureId) => known.has(pictureId)) ? null : 'One of the pictures is no longer there.'
}

function reasonOf(refusal: Refusal, id: number | null): Omit<Mistake, 'line'> {
  const { details, fields } = refusal.extras
  const value = String(id ?? '')
  if (refusal.code === 'product_not_found')
    return { column: 'id', value, reason: 'No product in the shop has this number.' }
  if (details && 'changed_at' in details) {
    const who = details.changed_by ?? 'Somebody'
    const reason = `${who} changed this product after the file was made. Please export again.`
    return { column: 'exported_version', value: '', reason }
  }
  return { column: Object.keys(fields ?? {})[0] ?? null, value, reason: refusal.message }
}

function asNew({ stock, ...facts }: ChangedFacts) {
  return {
    name: '',
    brands: '',
    category: '',
    price: 0,
    description: '',
    howToUse: '',
    benefits: [],
    ingredients: [],
    fdaNumber: null,
    sku: null,
    article: null,
    choiceLabel: null,
    choiceColour: null,
    isFeatured: false,
    isBestSeller: false,
    isHidden: false,
    pictureIds: [],
    ...facts,
    stock: stock?.wanted ?? 0,
  }
}

const batchSize = 200

/** Batch by batch in the order of the numbers, so that any catalogue fits through. */
export async function* exportProducts(reads: Reads): AsyncGenerator<string> {
  yield csvStart + productsCsvHeader()
  for (let last = 0; ; ) {
    const batch = await reads.ask((db) =>
      db
        .select({ ...detailColumns, stock: products.stock })
        .from(products)
        .where(and(isNull(products.removedAt), gt(products.id, last)))
        .orderBy(asc(products.id))
        .limit(batchSize),
    )
    if (batch.length > 0) yield batch.map(toDetails).map(toRow).join('')
    if (batch.length < batchSize) return
    last = batch.at(-1)?.id ?? last
  }
}

function toRow(product: ListedProduct): string {
  return productsCsvRow({
    id: String(product.id),
    name: product.name,
    brands: product.brands,
    category: product.category,
    price: plainCedis(product.price),
    stock_quantity: String(product.stock),
    description: product.description,
    how_to_use: product.howToUse,
    benefits: product.benefits.join('\n'),
    ingredients: product.ingredients.join(', '),
    fda_number: product.fdaNumber ?? '',
    sku: product.sku ?? '',
    article: product.article ?? '',
    choice_label: product.choiceLabel ?? '',
    choice_colour: product.choiceColour ?? '',
    featured: product.isFeatured ? 'yes' : 'no',
    best_seller: product.isBestSeller ? 'yes' : 'no',
    hidden: product.isHidden ? 'yes' : 'no',
    images: product.pictures
      .map(({ id, widths }) => pictureAddress(id, Math.max(...widths), 'webp'))
      .join('\n'),
    exported_stock: String(product.stock),
    exported_version: product.updatedAt.toISOString(),
  })
}
