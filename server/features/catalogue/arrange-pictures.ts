import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { pictureIdOf } from '#rules/picture-address.ts'
import { mostProductPictures } from '#rules/product-fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPictures } from '../media/find-pictures.ts'
import { productPictures } from './tables.ts'

/** The names of the pictures in the wished order; new ones without a place of their own come last. */
export async function arrangePictures(
  db: Database,
  wished: readonly string[],
  newIds: readonly string[],
): Promise<string[]> {
  const left = new Set(newIds)
  const places = wished.map((entry) => {
    const number = /^new:(\d)$/.exec(entry)?.[1]
    const id = number === undefined ? pictureIdOf(entry) : newIds[Number(number)]
    if (id === undefined || id === null) refuse('One of the pictures is not from this shop.')
    left.delete(id)
    return id
  })
  const ids = [...new Set([...places, ...left])]
  if (ids.length > mostProductPictures) refuse(`Please use at most ${mostProductPictures} pictures.`)
  const known = await findPictures(db, ids)
  if (ids.some((id) => !known.has(id))) refuse('One of the pictures is no longer there.')
  return ids
}

export async function linkPictures(db: Database, productId: number, ids: readonly string[]): Promise<void> {
  await db.delete(productPictures).where(eq(productPictures.productId, productId))
  if (ids.length === 0) return
  await db
    .insert(productPictures)
    .values(ids.map((pictureId, position) => ({ productId, position, pictureId })))
}

function refuse(mistake: string): never {
  throw new Refusal('invalid_input', { fields: { images: mistake } })
}
