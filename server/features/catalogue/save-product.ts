import { Refusal } from '#contract/refusals.ts'
import { pictureAddress } from '#rules/picture-address.ts'
import { imagesRequired } from '#rules/product-fields.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { discardPictures, keepPicture, preparePictures } from '../media/add-picture.ts'
import { arrangePictures } from './arrange-pictures.ts'
import { findProduct } from './find-products.ts'
import { listPictureIds } from './lock-product.ts'
import type { ProductFacts } from './product-change.ts'
import { writeNewProduct, writeProduct } from './write-product.ts'

export type FilledForm = {
  facts: Omit<ProductFacts, 'fdaNumber'> & { fdaNumber?: string | null }
  stock: number
  /** What the form showed when it was opened. */
  seenStock?: number | undefined
  expected?: Date | undefined
  /** Addresses of the shop, and `new:0` for the first of the photos; left out, all that are there stay. */
  pictures?: string[] | undefined
  photos: Buffer[]
}

export async function addNewProduct(context: Context, viewer: Viewer, form: FilledForm): Promise<number> {
  const { facts, stock, pictures = [] } = form
  if (form.photos.length + pictures.length === 0) {
    throw new Refusal('invalid_input', { fields: { images: imagesRequired } })
  }
  return withPhotos(context, form, async (db, newIds) => {
    const pictureIds = await arrangePictures(db, pictures, newIds)
    const by = { actorId: viewer.id, at: context.clock(), action: 'added the product' }
    return writeNewProduct(db, { fdaNumber: null, ...facts, stock, pictureIds }, by)
  })
}

export async function editProduct(
  context: Context,
  viewer: Viewer,
  id: number,
  form: FilledForm,
): Promise<void> {
  const { facts, stock, seenStock, expected, pictures } = form
  // Asked before the photos are worked on, and once more when nobody else can change it.
  const current = await findProduct(context.db, id)
  if (current === null) throw new Refusal('product_not_found')
  await refuseIfChanged(context.db, { thing: 'product', thingId: id, expected, current: current.updatedAt })
  await withPhotos(context, form, async (db, newIds) => {
    const kept = pictures ? [] : await listPictureIds(db, id)
    const pictureIds = await arrangePictures(db, pictures ?? kept.map(addressOf), newIds)
    const by = { actorId: viewer.id, at: context.clock(), action: 'changed the product', expected }
    const changes = { ...facts, stock: { wanted: stock, seen: seenStock }, pictureIds }
    await writeProduct(db, id, changes, by)
  })
}

function addressOf(pictureId: string): string {
  return pictureAddress(pictureId, 1, 'webp')
}

/** The files of the photos stay if, and only if, the change holds. */
async function withPhotos<T>(
  context: Context,
  { facts, photos }: FilledForm,
  write: (db: Database, newIds: string[]) => Promise<T>,
): Promise<T> {
  const prepared = await preparePictures(
    context,
    photos.map((bytes) => ({ bytes, alt: facts.name })),
  )
  try {
    return await invalidating(context, ['catalogue'], async (db) => {
      for (const picture of prepared) await keepPicture(context, db, picture)
      const ids = prepared.map(({ id }) => id)
      return await write(db, ids)
    })
  } catch (error) {
    await discardPictures(context, prepared)
    throw error
  }
}
