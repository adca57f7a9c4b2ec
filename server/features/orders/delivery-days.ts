import { and, between, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deliveryDaysResponse } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { formatDeliveryDay, noDayFree } from '#rules/days.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import {
  lastOfferedDay,
  mayStaffChoose,
  type OfferedDay,
  offeredDays,
  type RowDays,
  staffDayMistake,
  type TakenDay,
} from '#rules/delivery-days.ts'
import {
  type DeliveryFeeRow,
  type DeliveryOption,
  type Destination,
  deliveryRow,
} from '#rules/delivery-fee.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readSettings } from '../settings/settings.ts'
import { orders } from './tables.ts'

/** When an order is brought, as its row says it. */
export type ChosenDay = { deliverOn: string | null; deliverSlot: string | null }

export const noDay: ChosenDay = { deliverOn: null, deliverSlot: null }

/** What can be chosen for a place; null where customers choose no day. */
export async function listDeliveryDays(
  { db, clock }: Context,
  { region, city }: { region: string; city: string },
): Promise<OfferedDay[] | null> {
  const settings = await readSettings(db)
  const row = rowWithDays(settings, { option: 'delivery_service', region, city })
  return row && (await readOffered(db, settings, row, clock()))
}

type ServedRow = DeliveryFeeRow & { days: RowDays }

/** The row of the fee table that says on which days deliveries go there; null where nobody is asked for one. */
export function rowWithDays(
  { deliveryDays, deliveryFees }: ShopSettings,
  destination: Destination,
): ServedRow | null {
  const row = deliveryDays ? deliveryRow(destination, deliveryFees) : undefined
  return row?.days ? { ...row, days: row.days } : null
}

export function isSameRow({ deliveryFees }: ShopSettings, one: Destination, other: Destination): boolean {
  return deliveryRow(one, deliveryFees) === deliveryRow(other, deliveryFees)
}

type Choosing = { settings: ShopSettings; destination: Destination; now: Date; isLocked: boolean }

/**
 * The day of a customer's order: one that is free, or none where none is asked for. Whoever chooses the same day waits here
 * until this transaction has ended. To be asked after the products are locked and before the discounts are, so that two
 * orders never wait for each other.
 */
export async function agreeOnDay(
  db: Database,
  { deliverOn, deliverSlot }: ChosenDay,
  { settings, destination, now, isLocked }: Choosing,
): Promise<ChosenDay> {
  const row = rowWithDays(settings, destination)
  if (row === null) return noDay
  if (deliverOn !== null && isLocked) await lockDay(db, deliverOn)
  const offered = await readOffered(db, settings, row, now)
  const isFree = offered.some((each) => each.isFree && each.day === deliverOn && each.slot === deliverSlot)
  if (isFree) return { deliverOn, deliverSlot }
  throw dayGone(offered, { deliverOn, deliverSlot })
}

function lockDay(db: Database, day: string): PromiseLike<unknown> {
  return db.execute(sql`select pg_advisory_xact_lock(hashtext('delivery day'), hashtext(${day}))`)
}

function dayGone(offered: OfferedDay[], { deliverOn, deliverSlot }: ChosenDay): Refusal {
  const text =
    (offered.length === 0 && noDayFree) ||
    (deliverOn === null && 'Please choose a delivery day') ||
    `${formatDeliveryDay(deliverOn ?? '', deliverSlot)} is not free any more. Please choose another day.`
  return new Refusal('delivery_day_gone', {
    text,
    fields: { deliver_on: text },
    details: z.encode(deliveryDaysResponse, { days: offered }),
  })
}

/** The staff may promise a day that is full, or on which usually nobody drives there. */
export function agreeOnStaffDay({ deliverOn, deliverSlot }: ChosenDay, { option }: Destination, now: Date) {
  if (option !== 'delivery_service' || deliverOn === null) return noDay
  if (!mayStaffChoose(deliverOn, now))
    throw new Refusal('invalid_input', { fields: { deliver_on: staffDayMistake } })
  return { deliverOn, deliverSlot }
}

async function readOffered(
  db: Database,
  settings: ShopSettings,
  row: ServedRow,
  now: Date,
): Promise<OfferedDay[]> {
  return offeredDays(row.days, now, await countTaken(db, settings, row, now))
}

/** How many orders go to the places of a row, by day and time. Counted from the orders themselves, so it is never wrong. */
async function countTaken(
  db: Database,
  { deliveryFees }: ShopSettings,
  row: ServedRow,
  now: Date,
): Promise<TakenDay[]> {
  if (row.days.capacity === 0) return []
  const found = await db
    .select({
      day: sql<string>`${orders.deliverOn}::text`,
      slot: orders.deliverSlot,
      region: orders.region,
      city: orders.city,
      orders: sql<number>`count(*)::int`,
    })
    .from(orders)
    .where(
      and(
        between(orders.deliverOn, dayAfter(now, 0), lastOfferedDay(now)),
        ne(orders.status, 'Cancelled'),
        eq(orders.deliveryOption, 'delivery_service'),
      ),
    )
    .groupBy(orders.deliverOn, orders.deliverSlot, orders.region, orders.city)
  const sums = new Map<string, TakenDay>()
  for (const { region, city, ...taken } of found) {
    const its = deliveryRow({ option: 'delivery_service', region, city }, deliveryFees)
    if (its?.days !== row.days) continue
    const key = `${taken.day} ${taken.slot}`
    sums.set(key, { ...taken, orders: taken.orders + (sums.get(key)?.orders ?? 0) })
  }
  return [...sums.values()]
}

/** An order that is collected stays one, also after the owner has switched pickup off. */
export function refuseWithoutPickup(
  { pickup }: ShopSettings,
  option: DeliveryOption,
  before: DeliveryOption = 'delivery_service',
): void {
  if (option !== 'pickup' || before === 'pickup' || pickup.isOn) return
  throw new Refusal('invalid_input', {
    fields: { delivery_option: 'Collecting at the shop is not offered at the moment' },
  })
}
