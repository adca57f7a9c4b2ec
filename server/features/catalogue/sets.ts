import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { ListedProduct, ShownPart } from '#contract/catalogue.ts'
import { Refusal } from '#contract/refusals.ts'
import { partsInWords, partsMistake, type SetPart, savingOf } from '#rules/sets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type PartRow, readParts } from './product-rows.ts'
import { putOnSale } from './sale-prices.ts'
import { products, setParts, stockMovements } from './tables.ts'

/** Says of each set what it is made of; a list without sets asks nothing. */
export async function withParts<Product extends ListedProduct>(
  db: Database,
  now: Date,
  details: Product[],
): Promise<Product[]> {
  const sets = details.filter(({ isSet }) => isSet).map(({ id }) => id)
  if (sets.length === 0) return details
  const parts = Map.groupBy(await putOnSale(db, now, await readParts(db, sets)), ({ setId }) => setId)
  return details.map((product) => {
    const formParts = parts.get(product.id)?.map(toShownPart)
    if (!formParts) return product
    const saving = savingOf(formParts, product.price) || undefined
    // What a hidden product is called is nobody's business yet.
    return { ...product, parts: formParts.filter(({ isSold }) => isSold), formParts, saving }
  })
}

function toShownPart({ id, name, quantity, price, isHidden, removedAt }: PartRow): ShownPart {
  return { productId: id, name, quantity, price, isSold: !isHidden && removedAt === null }
}

function refuse(mistake: string): never {
  throw new Refusal('invalid_input', { fields: { set_parts: mistake } })
}

/** Before any of them is locked alone: all products that a set concerns, in the one order in which everybody locks. */
export async function lockForSet(
  db: Database,
  setId: number | null,
  parts: readonly SetPart[],
): Promise<void> {
  const mistake = partsMistake(parts)
  if (mistake !== null) refuse(mistake)
  const ids = [...parts.map(({ productId }) => productId), ...(setId === null ? [] : [setId])]
  if (parts.some(({ productId }) => productId === setId)) refuse('A set cannot contain itself')
  const locked = await db
    .select({ id: products.id, name: products.name, isSet: products.isSet })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.removedAt)))
    .orderBy(products.id)
    .for('no key update')
  const byId = new Map(locked.map((product) => [product.id, product]))
  for (const { productId } of parts) {
    const part = byId.get(productId)
    if (part === undefined) refuse('One of the products is no longer in the shop')
    if (part.isSet) refuse(`${part.name} is a set itself, and sets cannot contain sets`)
  }
}

/** Says of each product what its owner chose to go with it, by name; a list without such asks nothing. */
export async function withCompanions<Product extends ListedProduct>(
  db: Database,
  details: Product[],
): Promise<Product[]> {
  const ids = [...new Set(details.flatMap(({ goesWith = [] }) => goesWith))]
  if (ids.length === 0) return details
  const found = await db
    .select({ productId: products.id, name: products.name, isHidden: products.isHidden })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.removedAt)))
  const byId = new Map(found.map((product) => [product.productId, product]))
  return details.map((product) => ({
    ...product,
    companions: product.goesWith?.flatMap((id) => byId.get(id) ?? []),
  }))
}

type MaySet = { id: number; stock: number; isSet: boolean }

/**
 * With the set's own row locked. What has jars of its own, or is in a set, cannot become one; nor what was sold by itself, as
 * every order can be cancelled, and its jars would come back to where nobody looks.
 */
export async function writeParts(
  db: Database,
  { id, stock, isSet }: MaySet,
  parts: readonly SetPart[],
): Promise<void> {
  if (parts.length > 0) {
    if (!isSet && stock > 0)
      refuse(`It has ${stock} in stock itself. Please set the stock to 0 and save, then make it a set`)
    if (!isSet && (await isHeldByOrders(db, id)))
      refuse('It was sold by itself, and these orders still hold it. Please make a new product for the set')
    const [outer] = await findSetsWith(db, [id])
    if (outer) refuse(`It is part of the set ${outer.setName}, and sets cannot contain sets`)
  }
  await db.delete(setParts).where(eq(setParts.setId, id))
  if (parts.length > 0)
    await db.insert(setParts).values(parts.map((part, position) => ({ ...part, setId: id, position })))
  if (isSet !== parts.length > 0)
    await db
      .update(products)
      .set({ isSet: parts.length > 0 })
      .where(eq(products.id, id))
}

/** Whether orders that stand have taken it off its own shelf. */
async function isHeldByOrders(db: Database, id: number): Promise<boolean> {
  const [book] = await db
    .select({ taken: sql`coalesce(sum(${stockMovements.change}), 0)`.mapWith(Number) })
    .from(stockMovements)
    .where(and(eq(stockMovements.productId, id), isNotNull(stockMovements.orderId)))
  return (book?.taken ?? 0) < 0
}

/** What the list of changes says. */
export async function partsRecord(
  db: Database,
  { id, isSet }: { id: number; isSet: boolean },
): Promise<string> {
  return isSet ? partsInWords(await readParts(db, [id])) : ''
}

/** Sets in the shop that contain one of these. */
async function findSetsWith(db: Database, ids: readonly number[], except: readonly number[] = []) {
  return db
    .select({ partId: setParts.productId, setName: products.name })
    .from(setParts)
    .innerJoin(products, eq(products.id, setParts.setId))
    .where(
      and(
        inArray(setParts.productId, [...ids]),
        isNull(products.removedAt),
        except.length > 0 ? notInArray(products.id, [...except]) : undefined,
      ),
    )
    .orderBy(setParts.productId, setParts.setId)
    .limit(1)
}

/** A part cannot be deleted under a set; together with it, it can. */
export async function refuseIfInSet(
  db: Database,
  rows: readonly { id: number; name: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const [found] = await findSetsWith(db, ids, ids)
  if (found === undefined) return
  const { name = 'This product' } = rows.find(({ id }) => id === found.partId) ?? {}
  throw new Refusal('conflict', {
    text: `${name} is part of the set ${found.setName}. Please take it out of the set first, or delete the set too.`,
  })
}
