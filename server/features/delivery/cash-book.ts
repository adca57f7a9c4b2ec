import { and, asc, desc, eq, gt, inArray, isNull, lte, max, min, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CashTotals, cashTotals } from '#rules/cash-book.ts'
import type { Pesewas } from '#rules/money.ts'
import { balanceOf, keptOf, type MoneySums } from '#rules/order-ledger.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { checkFacts } from '../orders/invariants.ts'
import { listDoorLines } from '../orders/order-ledger.ts'
import { orderHistory, orderMoney, orders } from '../orders/tables.ts'
import { cashInHand, type Entered, enteredBy } from './collect-cash.ts'
import { cashEntries } from './tables.ts'

type CashDelivery = {
  orderId: number
  trackingCode: string
  customerName: string
  due: Pesewas
  /** Null: nothing was entered yet. */
  collected: Pesewas | null
  reason: string
  /** When it was delivered, whenever its cash was entered or corrected. */
  at: Date
}

export type CashBook = CashTotals & {
  inHand: Pesewas
  /** The newest line of the book; 0 before the first. */
  lastEntry: number
  deliveries: CashDelivery[]
}

const emptyBook: CashBook = { ...cashTotals([]), inHand: 0, lastEntry: 0, deliveries: [] }

const mostDeliveries = 200

/** What came together since the last hand-over, and what was delivered without a word about its cash. */
export async function readCashBook(db: Database, driverId: string): Promise<CashBook> {
  const isTheirs = eq(cashEntries.driverId, driverId)
  const [newest] = await db
    .select({ id: cashEntries.id })
    .from(cashEntries)
    .where(isTheirs)
    .orderBy(desc(cashEntries.id))
    .limit(1)
  const [handedOver] = await db
    .select({ id: cashEntries.id })
    .from(cashEntries)
    .where(and(isTheirs, eq(cashEntries.kind, 'handed_over')))
    .orderBy(desc(cashEntries.id))
    .limit(1)
  const entered = await listEntered(db, driverId, handedOver?.id ?? 0)
  const deliveries = [...entered, ...(await listNotEntered(db, driverId))]
  const inHand = await cashInHand(db, driverId)
  return { ...cashTotals(deliveries), inHand, lastEntry: newest?.id ?? 0, deliveries }
}

/** Orders whose cash was entered or corrected since then, with all that was collected for them. */
async function listEntered(db: Database, driverId: string, since: number): Promise<CashDelivery[]> {
  const isTheirs = eq(cashEntries.driverId, driverId)
  const recent = db
    .selectDistinct({ orderId: cashEntries.orderId })
    .from(cashEntries)
    .where(and(isTheirs, gt(cashEntries.id, since), eq(cashEntries.kind, 'collected')))
  // Another driver may have brought it again since.
  const isItsDelivery = and(
    eq(orderHistory.orderId, cashEntries.orderId),
    eq(orderHistory.status, 'Delivered'),
    isNull(orderHistory.edits),
    lte(orderHistory.changedAt, cashEntries.happenedAt),
  )
  const deliveredAt = sql`coalesce(
    (select max(${orderHistory.changedAt}) from ${orderHistory} where ${isItsDelivery}),
    ${cashEntries.happenedAt})`
  const rows = await db
    .select({ entry: cashEntries, order: orders, at: deliveredAt.mapWith(orderHistory.changedAt) })
    .from(cashEntries)
    .innerJoin(orders, eq(orders.id, cashEntries.orderId))
    .where(and(isTheirs, inArray(cashEntries.orderId, recent)))
    .orderBy(asc(cashEntries.id))
  const found = new Map<number, CashDelivery>()
  for (const { entry, order, at } of rows) {
    const before = found.get(order.id)?.collected ?? 0
    const { amount, reason } = entry
    found.set(order.id, { ...describe(order, driverId), collected: before + amount, reason, at })
  }
  return [...found.values()]
}

async function listNotEntered(db: Database, driverId: string): Promise<CashDelivery[]> {
  const entries = db
    .select({ one: sql`1` })
    .from(orderMoney)
    .where(and(eq(orderMoney.orderId, orders.id), eq(orderMoney.driverId, driverId)))
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.driverId, driverId),
        eq(orders.status, 'Delivered'),
        sql`${orders.total} - ${orders.waived} - ${orders.returned}
          > ${orders.paidOnline} - ${orders.refunded} + greatest(0, ${orders.paidOffice} - ${orders.paidBack})`,
        notExists(entries),
      ),
    )
    .orderBy(asc(orders.updatedAt))
    .limit(mostDeliveries)
  return found.map((order) => ({
    ...describe(order, driverId),
    collected: null,
    reason: '',
    at: order.updatedAt,
  }))
}

/** Nothing is due for an order that was taken back, or that another driver brought in the end. */
function describe(order: typeof orders.$inferSelect, driverId: string) {
  const isDelivered = order.status === 'Delivered' && order.driverId === driverId
  const { amountToCollect, toPayBack } = balanceOf(order)
  // What went back, or is to go back for a return, was collected all the same; mobile money is not in the driver's pocket.
  const collected = keptOf(order).doorBack + Math.min(toPayBack, order.returned)
  const due = amountToCollect + collected - order.paidMobile
  return {
    orderId: order.id,
    trackingCode: order.trackingCode,
    customerName: order.customerName,
    due: isDelivered ? Math.max(0, due) : 0,
  }
}

/** What each of these orders brought this driver, as last entered. */
export async function readCollected(
  db: Database,
  driverId: string,
  listed: readonly (MoneySums & { id: number })[],
): Promise<Map<number, Entered>> {
  const lines = await listDoorLines(
    db,
    listed.map(({ id }) => id),
  )
  return new Map(
    listed.flatMap((order) => {
      const entered = enteredBy(driverId, lines.get(order.id) ?? [], order)
      return entered ? [[order.id, entered]] : []
    }),
  )
}

type DriverCash = CashBook & { driver: { id: string; name: string; email: string } }

/** Nobody counts with more drivers in one go. Those with the most cash come before others, and leave the list once it is counted. */
const mostBooks = 100

type Person = { id: string; email: string; name: string; is_driver: boolean; has_book: boolean }

/** Every driver's book; whoever is no driver any more but still has cash is listed too. */
export async function listCash(db: Database): Promise<DriverCash[]> {
  const books: DriverCash[] = []
  for (const { id, email, name, is_driver: isDriver, has_book: hasBook } of await findPeople(db)) {
    const book = hasBook ? await readCashBook(db, id) : emptyBook
    if (!isDriver && book.inHand === 0 && book.deliveries.length === 0) continue
    books.push({ driver: { id, name: nameOf(name, email), email }, ...book })
  }
  return books
}

/** Whoever has a cash book is found by jumping from one to the next, not by reading all lines of all books. */
async function findPeople(db: Database): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    with recursive holders as (
      (select driver_id as id from ${cashEntries} where driver_id is not null order by driver_id limit 1)
      union all
      select (select driver_id from ${cashEntries} where driver_id > holders.id order by driver_id limit 1)
      from holders where holders.id is not null
    ),
    people as (
      select ${users.id}, ${users.email}, ${users.displayName} as name, is_driver, newest.in_hand,
        newest.in_hand is not null or exists (select from ${orders} where driver_id = ${users.id}) as has_book
      from ${users} left join lateral (
        select in_hand_after as in_hand from ${cashEntries} where driver_id = ${users.id} order by id desc limit 1
      ) newest on true
      where ${users.id} in (select id from ${users} where is_driver union select id from holders)
      order by coalesce(newest.in_hand, 0) desc, has_book desc, email limit ${mostBooks}
    )
    select id, email, name, is_driver, has_book from people order by email`)
  return rows
}

type OrderCash = {
  /** All that was collected for the order at the door. */
  collected: Pesewas
  /** When the shop counted it; null while a driver still has it. */
  receivedAt: Date | null
}

const entryColumns = {
  id: cashEntries.id,
  driverId: cashEntries.driverId,
  orderId: cashEntries.orderId,
  amount: cashEntries.amount,
  inHandAfter: cashEntries.inHandAfter,
  recordedAt: cashEntries.recordedAt,
}

/**
 * What the drivers were given for these orders, and in the same question what those drivers have handed over since: until one of
 * them had nothing left, for then all of it is counted. A book grows for years, and what came later says nothing about these.
 */
const readEntries = preparedQuery('order-cash', (db) => {
  const isAboutThem = sql`${cashEntries.orderId} = any(${sql.placeholder('orderIds')}::int[])`
  const books = db
    .select({
      driverId: cashEntries.driverId,
      first: min(cashEntries.id).as('first'),
      last: max(cashEntries.id).as('last'),
    })
    .from(cashEntries)
    .where(isAboutThem)
    .groupBy(cashEntries.driverId)
    .as('books')
  const later = alias(cashEntries, 'later')
  const emptied = db
    .select({ until: sql<number>`coalesce(min(${later.id}), 2147483647)`.as('until') })
    .from(later)
    .where(
      and(
        eq(later.kind, 'handed_over'),
        eq(later.inHandAfter, 0),
        eq(later.driverId, books.driverId),
        gt(later.id, books.last),
      ),
    )
    .as('emptied')
  const isHandOver = and(
    eq(cashEntries.kind, 'handed_over'),
    eq(cashEntries.driverId, books.driverId),
    gt(cashEntries.id, books.first),
    lte(cashEntries.id, emptied.until),
  )
  const entries = db.select(entryColumns).from(cashEntries).where(isAboutThem)
  const handOvers = db
    .select(entryColumns)
    .from(books)
    .crossJoinLateral(emptied)
    .innerJoin(cashEntries, isHandOver)
  return entries.unionAll(handOvers).orderBy(asc(cashEntries.id))
})

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

type Followed = { id: number; driverId: string | null; hadDriver: boolean; paidCash: Pesewas }

/**
 * What was collected at the door, and whether it lies in the shop. Orders without an entry are not there; nobody looks for one where
 * no driver ever had the order.
 */
export async function readOrderCash(
  db: Database,
  listed: readonly Followed[],
): Promise<Map<number, OrderCash>> {
  const found = new Map<number, OrderCash>()
  const driven = listed.filter(mayHaveEntries)
  if (driven.length === 0) return found
  const rows = await readEntries(db, { orderIds: driven.map(({ id }) => id) })
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  const handOvers = byOrder.get(null) ?? []
  for (const [orderId, lines] of byOrder) {
    if (orderId === null) continue
    found.set(orderId, { collected: sumOf(lines), receivedAt: timeOfAll(lines, handOvers) })
  }
  return found
}

/** When the last of it came to the shop; null while a driver still has some. Who took back all that was entered has nothing of it. */
function timeOfAll(lines: readonly Entry[], handOvers: readonly Entry[]): Date | null {
  const moved = lines.filter(({ amount }) => amount !== 0)
  const ofDrivers = [...Map.groupBy(moved, ({ driverId }) => driverId).values()]
  const times = ofDrivers
    .filter((own) => sumOf(own) !== 0)
    .flatMap((own) => own.slice(-1))
    .map((newest) => timeOfReceipt(newest, handOvers))
  return times.reduce((latest, at) => latest && at && (at > latest ? at : latest), times[0]) ?? null
}

function sumOf(lines: readonly Entry[]): Pesewas {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** That an order had a driver is not written down for those from before it was. */
function mayHaveEntries({ driverId, hadDriver, paidCash }: Followed): boolean {
  return driverId !== null || hadDriver || paidCash !== 0
}

/**
 * Whoever hands over less than all hands over what came first; whoever has nothing left, all of it. An account is not deleted while
 * it has cash: of one that is gone all was handed over, and only the day on which it was collected is still known.
 */
function timeOfReceipt(
  { id, driverId, inHandAfter, recordedAt }: Entry,
  handOvers: readonly Entry[],
): Date | null {
  if (driverId === null) return recordedAt
  let left = inHandAfter
  for (const handOver of handOvers) {
    if (handOver.id < id || handOver.driverId !== driverId) continue
    left += handOver.amount
    if (left <= 0 || handOver.inHandAfter === 0) return handOver.recordedAt
  }
  return null
}

/** What must be true of the cash book at every moment. An empty list means that it is. */
export function checkCashBook(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

const facts: Record<string, SQL> = {
  'the cash book adds up, line by line, to what the driver has': sql`
    select 'entry' as what, id from (
      select id, amount, in_hand_after, lag(in_hand_after, 1, 0) over (partition by driver_id order by id) as before
      from cash_entries where driver_id is not null
    ) e where before + amount <> in_hand_after or in_hand_after < 0`,

  'a driver has what was collected and not yet handed over': sql`
    select 'driver' as what, e.driver_id as id from cash_entries e where e.driver_id is not null
    group by e.driver_id
    having sum(amount) <> (select in_hand_after from cash_entries l where l.driver_id = e.driver_id order by l.id desc limit 1)`,

  'what was due is what was collected and what is open, and a difference has a reason': sql`
    select 'order' as what, o.id from orders o
    join lateral (select sum(amount) as collected, (array_agg(reason order by id desc))[1] as reason
      from cash_entries c where c.order_id = o.id and c.driver_id = o.driver_id) c on c.collected is not null
    where c.collected < 0 or o.paid_at is null and o.status = 'Delivered' and c.reason = ''
      and c.collected + o.paid_mobile <> o.total - o.waived - (o.paid_online - o.refunded)
      and o.returned = 0 and not exists (select from order_money m where m.order_id = o.id and m.source = 'office')`,

  'what an order says was paid at the door is what the cash book says': sql`
    select 'order' as what, o.id from orders o
    where o.paid_cash <> coalesce((select sum(c.amount) from cash_entries c where c.order_id = o.id), 0)`,

  'each line of the cash book about an order is in its ledger, and each cash of a door in a cash book': sql`
    select 'order' as what, coalesce(c.order_id, m.order_id) as id
    from (select * from cash_entries where order_id is not null) c
    full join (select * from order_money where source = 'door' and way = 'cash') m on m.cash_entry_id = c.id
    where (c.order_id, c.amount) is distinct from (m.order_id, m.amount)`,

  'money was collected at the door only for what was delivered once': sql`
    select distinct 'order' as what, m.order_id as id from order_money m
    where m.source = 'door' and not exists
      (select 1 from order_history h where h.order_id = m.order_id and h.status = 'Delivered')`,

  'a hand-over is in the book once, with what was counted': sql`
    select 'hand-over' as what, h.id from hand_overs h
    left join (select hand_over_id, sum(amount) as amount, count(*) as lines from cash_entries group by 1) c on c.hand_over_id = h.id
    where c.lines is distinct from 1 or c.amount <> -h.counted`,

  'an order counts each attempt to deliver it once': sql`
    select 'order' as what, o.id from orders o
    left join (select order_id, count(*) as attempts from delivery_attempts group by 1) a on a.order_id = o.id
    where o.attempts <> coalesce(a.attempts, 0)`,

  'a tap is applied once': sql`
    select 'order' as what, order_id as id from driver_steps s
    where not exists (select 1 from order_history h
      where h.order_id = s.order_id and h.status = s.status and h.changed_at = s.happened_at)`,
}
