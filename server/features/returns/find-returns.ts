import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Pesewas } from '#rules/money.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { type LiveReturnState, largestCredit, returnableOf, worthOfReturn } from '#rules/returns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { checkFacts } from '../orders/invariants.ts'
import { type OrderRow, orderHistory, orderLines } from '../orders/tables.ts'
import { orderReturnLines, orderReturns, type ReturnLineRow, type ReturnRow } from './tables.ts'

export type FoundReturn = ReturnRow & { lines: ReturnLineRow[]; openedByName: string | null }

/** The returns of some orders with their lines, oldest first. */
export async function listReturns(db: Database, orderIds: readonly number[]): Promise<FoundReturn[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({ row: orderReturns, email: users.email, displayName: users.displayName })
    .from(orderReturns)
    .leftJoin(users, eq(users.id, orderReturns.openedBy))
    .where(inArray(orderReturns.orderId, [...orderIds]))
    .orderBy(asc(orderReturns.id))
  if (rows.length === 0) return []
  const ids = rows.map(({ row }) => row.id)
  const lines = await db
    .select()
    .from(orderReturnLines)
    .where(inArray(orderReturnLines.returnId, ids))
    .orderBy(asc(orderReturnLines.returnId), asc(orderReturnLines.productId))
  const byReturn = Map.groupBy(lines, ({ returnId }) => returnId)
  return rows.map(({ row, email, displayName }) => ({
    ...row,
    lines: byReturn.get(row.id) ?? [],
    openedByName: email && nameOf(displayName, email),
  }))
}

/** One return of an order among all of them. One of another order is as unknown as one that does not exist. */
export async function getReturn(
  db: Database,
  orderId: number,
  returnId: number,
): Promise<{ found: FoundReturn; others: FoundReturn[] }> {
  const all = await listReturns(db, [orderId])
  const found = all.find(({ id }) => id === returnId)
  if (found === undefined) throw new Refusal('return_not_found')
  return { found, others: all.filter(({ id }) => id !== returnId) }
}

export async function listSold(db: Database, orderId: number) {
  return await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
}

/** The most that a return which was received takes off what its order costs. */
export async function mostOf(
  db: Database,
  order: OrderRow,
  found: FoundReturn,
  others: readonly FoundReturn[],
): Promise<Pesewas> {
  if (found.state !== 'received') return 0
  return largestCredit(worthOfReturn(await listSold(db, order.id), found, others), balanceOf(order))
}

type ShownReturn = FoundReturn & { most: Pesewas; hasPhoto: boolean }

type OrderReturns = {
  returns: ShownReturn[]
  returnable: { productId: number; productName: string; quantity: number }[]
  deliveredAt: Date | null
  returnState: LiveReturnState | null
  expected: Date
}

/** All that came back of an order or is on its way, and what still can. */
export async function readReturns(db: Database, orderId: number): Promise<OrderReturns> {
  const order = await getOrderRow(db, orderId)
  const all = await listReturns(db, [orderId])
  const returns: ShownReturn[] = []
  for (const found of all) {
    const others = all.filter(({ id }) => id !== found.id)
    returns.push({
      ...found,
      most: await mostOf(db, order, found, others),
      hasPhoto: found.photoId !== null,
    })
  }
  const sold = order.status === 'Delivered' ? await listSold(db, orderId) : []
  const returnable = sold.flatMap(({ productId, productName, quantity }) => {
    const left = returnableOf({ productId, quantity }, all)
    return left > 0 ? [{ productId, productName, quantity: left }] : []
  })
  const deliveredAt = await findDelivered(db, orderId)
  return { returns, returnable, deliveredAt, returnState: order.returnState, expected: order.updatedAt }
}

async function findDelivered(db: Database, orderId: number): Promise<Date | null> {
  const isDelivery = and(eq(orderHistory.status, 'Delivered'), isNull(orderHistory.edits))
  const [last] = await db
    .select({ at: orderHistory.changedAt })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), isDelivery))
    .orderBy(desc(orderHistory.id))
    .limit(1)
  return last?.at ?? null
}

/** What must be true of returns at every moment; an empty list means that it is. */
export function checkReturns(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

/** How many pieces of each product the returns of an order stand for. */
const back = sql`(select r.order_id, l.product_id,
    sum(case when r.state in ('asked', 'fetched') then l.quantity else l.to_shelf + l.written_off end)::int as pieces
  from order_returns r join order_return_lines l on l.return_id = r.id
  where r.state not in ('refused', 'withdrawn') group by 1, 2)`

const facts: Record<string, SQL> = {
  'no more comes back than was bought': sql`
    select distinct 'order' as what, b.order_id as id from ${back} b
    left join order_lines l on l.order_id = b.order_id and l.product_id = b.product_id
    where b.pieces > coalesce(l.quantity, 0)`,

  'something comes back only of what was delivered, and the order says how its returns stand': sql`
    select 'order' as what, o.id from orders o
    left join (select order_id, array_agg(state) as states from order_returns group by 1) r on r.order_id = o.id
    where o.return_state is distinct from case when 'asked' = any(r.states) then 'asked' when 'fetched' = any(r.states) then 'fetched'
        when 'received' = any(r.states) then 'received' when 'settled' = any(r.states) then 'settled' end
      or o.return_state is not null and o.status <> 'Delivered'`,

  'an order costs less by what its settled returns say': sql`
    select 'order' as what, o.id from orders o
    where o.returned <> coalesce((select sum(amount) from order_returns r where r.order_id = o.id), 0)`,

  'no return takes off more than was paid for what came back': sql`
    select 'order' as what, o.id from orders o
    where o.returned > 0 and o.returned > (select coalesce(sum(floor((l.quantity::bigint * l.price_per_item - l.discount) * b.pieces / l.quantity)), 0)
      from (select r.order_id, l.product_id, sum(l.to_shelf + l.written_off)::int as pieces
        from order_returns r join order_return_lines l on l.return_id = r.id where r.state = 'settled' group by 1, 2) b
      join order_lines l using (order_id, product_id) where b.order_id = o.id)`,

  'pieces arrive once a return is received, and not before': sql`
    select 'return' as what, r.id from order_returns r
    left join (select return_id, sum(to_shelf + written_off) as pieces from order_return_lines group by 1) l on l.return_id = r.id
    where l.pieces is null or (l.pieces > 0) <> (r.state in ('received', 'settled'))`,

  'what came back on the shelf is in the stock book, once': sql`
    select distinct 'order' as what, order_id as id from (
      select order_id, product_id, -change::int as pieces from stock_movements where cause = 'order_returned'
      union all
      select r.order_id, coalesce((p ->> 'productId')::int, b.product_id), b.to_shelf * coalesce((p ->> 'quantity')::int, 1)
      from order_returns r join order_return_lines b on b.return_id = r.id
      join order_lines l on l.order_id = r.order_id and l.product_id = b.product_id
      left join lateral jsonb_array_elements(l.parts) p on true
      where b.to_shelf > 0
    ) both_books where order_id is not null group by order_id, product_id having sum(pieces) <> 0`,
}
