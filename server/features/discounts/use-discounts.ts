import { and, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { StockEffect } from '#rules/order-status.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Candidates, isPersonal } from './find-discounts.ts'
import { type DiscountRow, discountCodes, discounts, discountUses } from './tables.ts'

/**
 * The same discounts as they are now, locked until the transaction ends: whoever comes next sees what this order uses. One without
 * a limit is only kept from being changed meanwhile. Always products first, then the phone number, then discounts in the order
 * of their numbers, then the code, so that two orders never wait for each other.
 */
export async function lockCandidates(
  db: Database,
  { typed, code, rows: seen }: Candidates,
  phone: string,
): Promise<Candidates> {
  if (seen.length === 0) return { typed, code, rows: [] }
  if (seen.some(isPersonal)) await lockPhone(db, phone)
  const ids = seen.map(({ id }) => id)
  const kept = await lockRows(db, ids, 'key share')
  const limited = kept.filter(({ mostUses }) => mostUses !== null).map(({ id }) => id)
  const counted = limited.length === 0 ? [] : await lockRows(db, limited, 'no key update')
  const rows = kept.map((row) => counted.find(({ id }) => id === row.id) ?? row)
  if (code === null || !code.isSingleUse) return { typed, code, rows }
  const isIt = eq(discountCodes.code, code.code)
  const [locked] = await db.select().from(discountCodes).where(isIt).for('no key update')
  return { typed, code: locked ?? null, rows }
}

/** Two orders with one number one after the other: both would otherwise find that it has used nothing yet. */
async function lockPhone(db: Database, phone: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('discounts'), hashtext(${phone}))`)
}

function lockRows(
  db: Database,
  ids: readonly number[],
  strength: 'key share' | 'no key update',
): Promise<DiscountRow[]> {
  return db
    .select()
    .from(discounts)
    .where(inArray(discounts.id, [...ids]))
    .orderBy(discounts.id)
    .for(strength)
}

type Using = { id: number; phone: string; at: Date }

type Used = { id: number; code: string | null }

/** In the transaction of the order, after `lockCandidates`. */
export async function takeUses(
  db: Database,
  { id: orderId, phone, at: usedAt }: Using,
  used: readonly Used[],
): Promise<void> {
  if (used.length === 0) return
  await db
    .insert(discountUses)
    .values(used.map(({ id: discountId, code }) => ({ orderId, discountId, code, phone, usedAt })))
  await count(db, orderId, used, 1)
}

/**
 * An order that is changed gives back what no longer holds, takes what is new, and keeps the rest: each exactly once. After
 * `lockCandidates`, and only while the order stands.
 */
export async function changeUses(
  db: Database,
  { id: orderId, phone, at }: Using,
  before: readonly Used[],
  after: readonly Used[],
): Promise<void> {
  const isIn = (used: readonly Used[], { id }: Used) => used.some((each) => each.id === id)
  const lost = before.filter((each) => !isIn(after, each))
  const isTheirs = eq(discountUses.orderId, orderId)
  if (lost.length > 0) {
    const ids = lost.map(({ id }) => id)
    await db.delete(discountUses).where(and(isTheirs, inArray(discountUses.discountId, ids)))
    await count(db, orderId, lost, -1)
  }
  // What is for one person belongs to the number that the order has now.
  await db.update(discountUses).set({ phone }).where(isTheirs)
  const added = after.filter((each) => !isIn(before, each))
  await takeUses(db, { id: orderId, phone, at }, added)
}

/** A cancelled order gives its uses back; a reopened one takes them again, or stays cancelled. */
export async function moveUses(db: Database, orderId: number, effect: StockEffect): Promise<void> {
  if (effect === 'none') return
  const isTaken = effect === 'take'
  const moved = await db
    .update(discountUses)
    .set({ isLive: isTaken })
    .where(and(eq(discountUses.orderId, orderId), eq(discountUses.isLive, !isTaken)))
    .returning({ id: discountUses.discountId, code: discountUses.code, phone: discountUses.phone })
  if (moved.length === 0) return
  if (isTaken) await refuseIfUsedUp(db, orderId, moved)
  await count(db, orderId, moved, isTaken ? 1 : -1)
}

/** How often, and with which number: both may have been filled by others since it was cancelled. */
async function refuseIfUsedUp(
  db: Database,
  orderId: number,
  uses: readonly (Used & { phone: string })[],
): Promise<void> {
  for (const { phone } of uses.slice(0, 1)) await lockPhone(db, phone)
  const rows = await lockRows(
    db,
    uses.map(({ id }) => id),
    'no key update',
  )
  for (const { id, code, phone } of uses) {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) continue
    const isFull = row.mostUses !== null && row.uses >= row.mostUses
    if (isFull || (await isCodeOfAnother(db, code, orderId)) || (await isPhoneFull(db, row, phone)))
      throw new Refusal('discount_used_up', {
        text: `The discount ${code ?? row.name} was used up by others meanwhile, so this order cannot be reopened at its price. Raise the limit of the discount first, or take a new order.`,
      })
  }
}

async function isCodeOfAnother(db: Database, code: string | null, orderId: number): Promise<boolean> {
  if (code === null) return false
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code)).for('no key update')
  return row?.isSingleUse === true && row.usedBy !== null && row.usedBy !== orderId
}

/** This order counts itself already. */
async function isPhoneFull(db: Database, row: DiscountRow, phone: string): Promise<boolean> {
  const { id, usesPerCustomer, isFirstOrderOnly } = row
  const most = usesPerCustomer ?? (isFirstOrderOnly ? 1 : null)
  if (most === null || phone === '') return false
  const isTheirs = and(
    eq(discountUses.discountId, id),
    eq(discountUses.phone, phone),
    eq(discountUses.isLive, true),
  )
  const used = await db
    .select({ one: sql`1` })
    .from(discountUses)
    .where(isTheirs)
    .limit(most + 1)
  return used.length > most
}

async function count(db: Database, orderId: number, used: readonly Used[], change: 1 | -1): Promise<void> {
  const ids = used.map(({ id }) => id).toSorted((one, other) => one - other)
  for (const id of ids)
    await db
      .update(discounts)
      .set({ uses: sql`${discounts.uses} + ${change}` })
      .where(and(eq(discounts.id, id), sql`${discounts.mostUses} is not null`))
  const codes = used.flatMap(({ code }) => code ?? [])
  if (codes.length > 0)
    await db
      .update(discountCodes)
      .set({ usedBy: change === 1 ? orderId : null })
      .where(and(inArray(discountCodes.code, codes), eq(discountCodes.isSingleUse, true)))
}

/** Whose number it was is nobody's business once the customer was forgotten. */
export async function forgetPhones(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(discountUses)
    .set({ phone: '' })
    .where(inArray(discountUses.orderId, [...orderIds]))
}

/** Of orders that never were. */
export async function eraseUses(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const isTheirs = inArray(discountUses.orderId, [...orderIds])
  const using = await db.selectDistinct({ orderId: discountUses.orderId }).from(discountUses).where(isTheirs)
  for (const { orderId } of using) await moveUses(db, orderId, 'restore')
  await db.delete(discountUses).where(isTheirs)
}
