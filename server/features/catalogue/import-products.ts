import { isRefusal, Refusal } from '#contract/refusals.ts'
import { longestImportBytes } from '#rules/csv.ts'
import { mostProductPictures } from '#rules/product-fields.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findPictures } from '../media/pictures.ts'
import { type ImportedProduct, type Mistake, readSheetRow, readSpreadsheet } from './read-spreadsheet.ts'
import { lockAll, writeNewProduct, writeProduct } from './write-product.ts'

export type Imported = {
  rows: number
  added: number
  changed: number
  unchanged: number
  done: boolean
  mistakes: Mistake[]
  more_mistakes: number
}

const mostListed = 200

const undone = new Error('A rehearsal is undone, and so is a list with mistakes')

/** A rehearsal does all that the real run does, and is then undone: what it promises is what happens. */
export async function importProducts(
  context: Context,
  viewer: Viewer,
  bytes: Buffer,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<Imported> {
  if (bytes.length > longestImportBytes) throw new Refusal('too_large')
  const sheet = await readSpreadsheet(bytes)
  const read = sheet.rows.map(readSheetRow)
  const inputs = read.filter((row): row is ImportedProduct => !Array.isArray(row))
  const mistakes = [...sheet.mistakes, ...read.filter((row) => Array.isArray(row)).flat(), ...twice(inputs)]
  const counts = { added: 0, changed: 0, unchanged: 0 }
  await invalidating(context, ['catalogue'], async (db) => {
    // All at once in the order of their numbers, or an order that comes in meanwhile could wait for us and we for it.
    await lockAll(
      db,
      inputs.flatMap(({ id }) => id ?? []),
    )
    for (const input of inputs) {
      const result = await write(context, db, viewer, input)
      if (typeof result === 'string') counts[result] += 1
      else mistakes.push(result)
    }
    if (isRehearsal || mistakes.length > 0) throw undone
  }).catch((error) => {
    if (error !== undone) throw error
  })
  const listed = mistakes.toSorted((a, b) => a.line - b.line).slice(0, mostListed)
  const done = !isRehearsal && mistakes.length === 0
  const rows = sheet.rows.length
  return { rows, ...counts, done, mistakes: listed, more_mistakes: mistakes.length - listed.length }
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
  { line, id, facts, expected }: ImportedProduct,
): Promise<'added' | 'changed' | 'unchanged' | Mistake> {
  const wrongPictures = await checkPictures(db, facts.pictureIds ?? [])
  if (wrongPictures) return { line, column: 'images', value: '', reason: wrongPictures }
  const by = { actorId: viewer.id, at: clock() }
  try {
    if (id === null) {
      await writeNewProduct(db, asNew(facts), { ...by, action: 'imported the product' })
      return 'added'
    }
    const action = 'changed the product by a spreadsheet'
    return (await writeProduct(db, id, facts, { ...by, action, expected })) ? 'changed' : 'unchanged'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { line, ...reasonOf(error, id) }
  }
}

async function checkPictures(db: Database, ids: readonly string[]): Promise<string | null> {
  if (ids.length > mostProductPictures) return `Please use at most ${mostProductPictures} pictures.`
  if (new Set(ids).size < ids.length) return 'One picture is there twice.'
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

function asNew({ stock, ...facts }: ImportedProduct['facts']) {
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
    isFeatured: false,
    isBestSeller: false,
    pictureIds: [],
    ...facts,
    stock: stock?.wanted ?? 0,
  }
}
