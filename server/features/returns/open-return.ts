import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { OpenReturn } from '#contract/returns.ts'
import {
  type AskedLine,
  returnableOf,
  returnInWords,
  returnLabel,
  returnMistake,
  returnStateOf,
} from '#rules/returns.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrder, nextVersion, refuseIfChanged } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { noteReturn } from '../orders/write-order.ts'
import { type FoundReturn, listReturns, listSold } from './find-returns.ts'
import { orderReturnLines, orderReturns, type ReturnRow } from './tables.ts'

/** The staff writes down what a customer wants to give back. Says which return it is. */
export async function openReturn(
  context: Context,
  viewer: Viewer,
  orderId: number,
  input: OpenReturn,
  givenKey: string | null,
): Promise<number> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const requestKey = givenKey && hashOf('return', viewer.id, givenKey)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findEarlier(db, {
      key: requestKey,
      find: () => findByKey(db, requestKey ?? ''),
      compare: (sent) => refuseIfOther(sent, orderId, input),
    })
    if (earlier) return earlier.id
    const order = await lockOrder(db, orderId)
    refuseIfChanged(order, input.expected)
    if (order.status !== 'Delivered') {
      throw new Refusal('not_delivered', { text: 'Only what was delivered can come back.' })
    }
    const others = await listReturns(db, [orderId])
    const names = await agreeOnLines(db, order, input, others)
    const { id, updatedAt: at } = await writeReturn(context, db, viewer, order, input, names, requestKey)
    const lines = named(input.lines, names)
    await noteReturn(context, db, order, {
      returnState: returnStateOf(['asked', ...others.map(({ state }) => state)]),
      of: returnInWords(lines),
      before: '',
      after: returnLabel('asked'),
      actorId: viewer.id,
      at,
    })
    await recordChange(db, {
      at,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'opened a return',
      after: { return: id, products: lines.map((line) => returnInWords([line])) },
    })
    return id
  })
}

/** Its first line, to tell a repetition from something else under the same key. */
function findByKey(db: Database, requestKey: string) {
  return db.select().from(orderReturns).where(eq(orderReturns.requestKey, requestKey))
}

function refuseIfOther(sent: ReturnRow, orderId: number, { note }: OpenReturn): void {
  if (sent.orderId === orderId && sent.note === note) return
  throw new Refusal('already_submitted', { text: 'This was already sent with different details.' })
}

type Names = ReadonlyMap<number, string>

/** Refuses more than was bought, over all returns together. Says what the products are called. */
async function agreeOnLines(
  db: Database,
  order: OrderRow,
  { lines, note }: OpenReturn,
  others: readonly FoundReturn[],
): Promise<Names> {
  const sold = await listSold(db, order.id)
  const returnable = new Map(sold.map((line) => [line.productId, returnableOf(line, others)]))
  const mistake = returnMistake(lines, note, returnable)
  if (mistake) {
    const { lines: items, ...rest } = mistake
    const fields = { ...rest, ...(items && { items }) }
    throw new Refusal('invalid_input', { fields, ...(items && { text: items }) })
  }
  return new Map(sold.map(({ productId, productName }) => [productId, productName]))
}

function named(lines: readonly AskedLine[], names: Names) {
  return lines.map((line) => ({ ...line, productName: names.get(line.productId) ?? '' }))
}

async function writeReturn(
  context: Context,
  db: Database,
  { id: actorId }: Viewer,
  order: OrderRow,
  { lines, note }: OpenReturn,
  names: Names,
  requestKey: string | null,
): Promise<ReturnRow> {
  const at = nextVersion(context, order)
  const times = { createdAt: at, updatedAt: at }
  const by = { openedBy: actorId, movedBy: actorId }
  const [written] = await db
    .insert(orderReturns)
    .values({ orderId: order.id, state: 'asked', note, requestKey, ...by, ...times })
    .returning()
  if (written === undefined) throw new Error('The database did not return the return')
  await db
    .insert(orderReturnLines)
    .values(named(lines, names).map((line) => ({ ...line, returnId: written.id })))
  return written
}
