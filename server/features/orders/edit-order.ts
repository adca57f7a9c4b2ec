import { eq } from 'drizzle-orm'
import { z } from 'zod'
import {
  type OrderEditOutcome,
  type OrderEditRequest,
  type OwnOrderEditRequest,
  orderEditResponse,
} from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { formatGhs, toCedis } from '#rules/money.ts'
import { mayStaffEdit } from '#rules/order-edit.ts'
import { balanceOf, type OrderBalance } from '#rules/order-ledger.ts'
import { mayCustomerCancel } from '#rules/order-status.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import { nextVersion } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { announceScarce, moveStock } from '../catalogue/stock.ts'
import { countAskedNumber } from '../discounts/find-discounts.ts'
import { changeUses } from '../discounts/use-discounts.ts'
import { postMail } from '../notifications/outbox.ts'
import { phoneKey } from './agree-on-prices.ts'
import { getTracked, requirePhone } from './customer-orders.ts'
import { getOrderRow, lockOrder, refuseIfChanged } from './find-order.ts'
import { postOrderNotification, tellFormerAddress } from './order-notifications.ts'
import { type Contents, type EditPlan, isMore, planEdit } from './plan-edit.ts'
import { type OrderRow, orderLines, orders } from './tables.ts'
import { alertOfUnusual, findUnusual } from './unusual-orders.ts'
import { postReceiptCheck, searchTextOf, writeHistory } from './write-order.ts'

/** Null: the customer, who is known by code and phone. */
type Editor = Viewer | null

/** The staff changes what is in an order, until it has left the shop. */
export async function editOrder(
  context: Context,
  viewer: Viewer,
  orderId: number,
  request: OrderEditRequest,
): Promise<OrderEditOutcome> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  return await previewOrSave(context, viewer, await getOrderRow(context.db, orderId), request)
}

const savesOfOrder: Limit = { limit: 10, windowSeconds: 3_600 }

/** By the customer, as long as the order could be cancelled by them. */
export async function editOwnOrder(
  context: Context,
  address: string,
  { code, phone, ...request }: OwnOrderEditRequest,
): Promise<OrderEditOutcome> {
  const found = await getTracked(context, address, code)
  // Later on nobody learns here whose order it is.
  refuseIfOver(context, null, found)
  const { customerPhone } = request
  const hasNewNumber = customerPhone && phoneKey(customerPhone) === phoneKey(found.customerPhone)
  // Saved already, while the answer was lost on the way: by now the new number is that of the order.
  await requirePhone(context, address, found, hasNewNumber ? customerPhone : phone)
  // Whether a discount for first orders holds tells something about a number.
  if (customerPhone && !hasNewNumber) await countAskedNumber(context, address, phoneKey(customerPhone))
  if (request.agreedTotal !== undefined) {
    await takeOrRefuse(context.limits, 'savesOfOrder', String(found.id), savesOfOrder)
  }
  return await previewOrSave(context, null, found, request)
}

async function previewOrSave(
  context: Context,
  editor: Editor,
  seen: OrderRow,
  request: OrderEditRequest,
): Promise<OrderEditOutcome> {
  const { expected, agreedTotal, ...input } = request
  const isCustomer = editor === null
  if (agreedTotal === undefined) {
    refuseIfOver(context, editor, seen)
    if (expected) refuseIfChanged(seen, expected)
    const plan = await planEdit(context, context.db, seen, input, { isLocked: false, isCustomer })
    refuseIfNotPayable(seen, plan)
    return outcomeOf(seen, plan, isCustomer)
  }
  if (expected === undefined) {
    throw new Refusal('invalid_input', { fields: { expected: 'Please send the updated_at that you saw' } })
  }
  return await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, seen.id)
    refuseIfOver(context, editor, order)
    const plan = await planEdit(context, db, order, input, { isLocked: true, isCustomer })
    const outcome = outcomeOf(order, plan, isCustomer)
    // Sent twice over a weak network, it is changed once.
    if (plan.edits.length === 0) return { ...outcome, isSaved: true }
    refuseIfChanged(order, expected)
    refuseIfNotPayable(order, plan)
    if (agreedTotal !== plan.after.total) {
      const text = `The order would cost ${formatGhs(plan.after.total)} now. Please look at it again.`
      throw new Refusal('price_changed', { text, details: { ...z.encode(orderEditResponse, outcome) } })
    }
    const updatedAt = await saveEdit(context, db, editor, order, plan)
    return { ...outcome, isSaved: true, updatedAt }
  })
}

const tooLateForStaff = {
  Shipped: 'This order has left the shop: what comes back of it is a return.',
  Delivered: 'This order was delivered: what comes back of it is a return.',
  Cancelled: 'This order was cancelled. Reopen it first, then it can be changed.',
} as const

const readyToCollect =
  'This order is ready to collect. Set it back to Processing first, then it can be changed.'

function refuseIfOver({ clock }: Context, editor: Editor, order: OrderRow): void {
  const { status, deliveryOption, paidCash, paidMobile } = order
  if (editor === null && !mayCustomerCancel(order, clock())) throw new Refusal('edit_too_late')
  if (!mayStaffEdit(status)) {
    const isReady = status === 'Shipped' && deliveryOption === 'pickup'
    throw new Refusal('edit_too_late', { text: isReady ? readyToCollect : tooLateForStaff[status] })
  }
  // It was at the door already, and is back in the shop.
  if (paidCash + paidMobile !== 0) throw new Refusal('edit_too_late', { text: tooLateForStaff.Delivered })
  refuseWhilePaying(order)
}

/** While money is on its way nobody knows what is left to pay, or to pay back. */
function refuseWhilePaying({ paymentState, paymentMethod }: OrderRow): void {
  switch (paymentState) {
    case 'not_confirmed':
      // Whoever pays at the door does not wait for a prompt that was given up.
      if (paymentMethod === 'whatsapp') return
      throw new Refusal('payment_under_way')
    case 'awaiting':
    case 'review':
    case 'questioned':
    case 'refund_pending':
      throw new Refusal('payment_under_way')
    default:
  }
}

/** No gateway takes a payment of nothing. */
function refuseIfNotPayable({ paymentMethod, paidAt }: OrderRow, { after: { total } }: EditPlan): void {
  if (paymentMethod !== 'mtn_momo' || paidAt !== null || total > 0) return
  throw new Refusal('invalid_input', {
    text: 'There would be nothing left to pay online. Let the customer pay on delivery first.',
  })
}

function outcomeOf(order: OrderRow, plan: EditPlan, isCustomer: boolean): OrderEditOutcome {
  const { before, after, refused } = plan
  const lost = before.discounts.filter(({ id }) => after.discounts.every((each) => each.id !== id))
  const shown = (discounts: Contents['discounts']) =>
    // Whoever reads along here must not use the code next.
    isCustomer ? discounts.map((each) => ({ ...each, code: null })) : discounts
  const bill = (contents: Contents) => ({
    ...contents,
    discounts: shown(contents.discounts),
    lines: contents.lines.map((line) => ({ ...line, totalPrice: line.pricePerItem * line.quantity })),
  })
  return {
    ...after,
    isSaved: false,
    updatedAt: order.updatedAt,
    before: bill(before),
    after: bill(after),
    lostDiscounts: shown(lost),
    discountNote: refused,
    ...balanceAfter(order, plan),
  }
}

function balanceAfter(order: OrderRow, { after: { total } }: EditPlan): OrderBalance {
  return balanceOf({ ...order, total, waived: Math.min(order.waived, total) })
}

/** Stock, discounts, lines, order, history and messages in one step. Says when. */
async function saveEdit(
  context: Context,
  db: Database,
  editor: Editor,
  order: OrderRow,
  plan: EditPlan,
): Promise<Date> {
  const { after, before, edits, stock } = plan
  const actorId = editor?.id ?? null
  const at = nextVersion(context.clock(), order.updatedAt)
  if (stock.length > 0) {
    const moved = await moveStock(db, stock, { cause: 'order_changed', orderId: order.id, actorId, at })
    if (moved.length < stock.length) throw new Refusal('out_of_stock')
    await announceScarce(context, db, moved, actorId)
  }
  await context.invalidation.publish(db, stock.length > 0 ? 'catalogue' : 'orders')
  const using = { id: order.id, phone: phoneKey(after.customerPhone), at }
  await changeUses(db, using, before.discounts, after.discounts)
  const toConfirm = editor === null ? await findUnusualNow(db, order, plan) : order.toConfirm
  const { lines, ...contents } = after
  await db.delete(orderLines).where(eq(orderLines.orderId, order.id))
  const rows = lines.map((line, position) => ({ ...line, orderId: order.id, position }))
  await db.insert(orderLines).values(rows)
  const [changed] = await db
    .update(orders)
    .set({
      ...contents,
      waived: Math.min(order.waived, after.total),
      searchText: searchTextOf({ ...after, trackingCode: order.trackingCode }),
      toConfirm,
      updatedAt: at,
      // Nobody drives to whoever collects it.
      ...(after.deliveryOption === 'pickup' && { driverId: null }),
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (changed === undefined) throw new Error('The order disappeared while it was locked')
  const entry = { orderId: order.id, status: order.status, changedBy: actorId, changedAt: at }
  await writeHistory(db, { ...entry, edits, notifiedAt: at })
  await postOrderNotification(context, db, order.id, 'changed')
  await tellFormerAddress(context, db, order, changed)
  await postReceiptCheck(context, db, order.id)
  if (editor) await recordEdit(db, editor, changed, plan)
  else await alertOwner(context, db, order, changed)
  return at
}

/** What would have been unusual at once is unusual now. */
async function findUnusualNow(db: Database, order: OrderRow, plan: EditPlan) {
  const { before, after, shelf } = plan
  if (!isMore(before.lines, after.lines)) return order.toConfirm
  const found = await findUnusual(db, after.lines, shelf, false)
  return [...new Set([...order.toConfirm, ...found])]
}

async function alertOwner(context: Context, db: Database, before: OrderRow, order: OrderRow): Promise<void> {
  if (before.toConfirm.length === 0) await alertOfUnusual(context, db, order)
  const { toPayBack } = balanceOf(order)
  if (toPayBack <= balanceOf(before).toPayBack) return
  const { id, trackingCode } = order
  await postMail(context, db, {
    to: context.config.mail.to,
    subject: `Order ${trackingCode} was changed by its customer: ${formatGhs(toPayBack)} to pay back`,
    text: `Order #${id} is paid and costs ${formatGhs(order.total)} now. Please pay ${formatGhs(toPayBack)} back:\n\n${context.config.publicUrl}/admin/orders?order=${id}`,
  })
}

/** Names and numbers of customers stay in the history of the order, which forgets them with the customer. */
async function recordEdit(
  db: Database,
  { id: actorId }: Viewer,
  order: OrderRow,
  { before, after }: EditPlan,
) {
  const quantities = ({ lines }: Contents) =>
    lines.map(({ quantity, productName }) => `${quantity} × ${productName}`)
  await recordChange(db, {
    at: order.updatedAt,
    actorId,
    thing: 'order',
    thingId: order.id,
    action: 'changed the order',
    before: { total: toCedis(before.total), products: quantities(before) },
    after: { total: toCedis(after.total), products: quantities(after) },
  })
}
