import type { DriverDayResponse, DriverOrderResponse } from '#contract/delivery.ts'
import { type AttemptReport, attemptLabels } from '#rules/delivery-attempts.ts'
import { formatGhs, toCedis } from '#rules/money.ts'
import {
  type AttemptTap,
  type CashTaken,
  type CashTap,
  type PhotoTap,
  pocketed,
  type StepTap,
  type Tap,
} from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import { type ApiProblem, api, apiProblem, type CallOptions, isApiProblem, isUndecided } from '../data/api.ts'
import { afterAttempt, type Delivery, enteredMoney } from './deliveries.ts'
import type { ShopClock } from './use-day.ts'

/** How long a tap can be undone. */
export const undoMs = 6_000

type StepDetails = { cash?: CashTaken | null; proofCode?: string | null; waitMs: number }

/** Null where there is no step any more. */
export function makeStep(
  clock: ShopClock,
  delivery: Delivery,
  { cash = null, proofCode = null, waitMs }: StepDetails,
): StepTap | null {
  const from = delivery.shownStatus
  const to = nextStepForDriver(from)
  return to === null ? null : { ...tapOn(clock, delivery, waitMs), kind: 'step', from, to, cash, proofCode }
}

export function makeCash(clock: ShopClock, delivery: Delivery, cash: CashTaken): CashTap {
  return { ...tapOn(clock, delivery, 0), kind: 'cash', cash }
}

export function makeAttempt(
  clock: ShopClock,
  delivery: Delivery,
  report: AttemptReport,
  waitMs: number,
): AttemptTap {
  return { ...tapOn(clock, delivery, waitMs), kind: 'attempt', ...report }
}

export function makePhoto(clock: ShopClock, delivery: Delivery, waitMs: number, attempt?: string): PhotoTap {
  const tap = tapOn(clock, delivery, waitMs)
  return { ...tap, kind: 'photo', photo: tap.key, attempt, canResend: false }
}

function tapOn(clock: ShopClock, { id: orderId, tracking_code: trackingCode }: Delivery, waitMs: number) {
  const key = crypto.randomUUID()
  const tappedAt = clock.mark(key)
  // Its number it gets where it is kept.
  return {
    key,
    orderId,
    trackingCode,
    tappedAt,
    sequence: 0,
    phoneId: '',
    waitMs,
    isHeld: false,
    refusal: null,
  }
}

/** The list as it is after the shop has taken a tap: what the driver sees must not depend on whether the next request succeeds. */
export function applyTap(day: DriverDayResponse, tap: Tap): DriverDayResponse {
  const order = day.orders.find(({ id }) => id === tap.orderId)
  if (order === undefined) return day
  const changed = changedOrder(order, tap)
  const orders = day.orders.map((each) => (each === order ? changed : each))
  const cash = 'cash' in tap && tap.cash !== null ? withCash(day, changed, tap) : day.cash
  return { ...day, orders, cash }
}

function changedOrder(order: DriverOrderResponse, tap: Tap): DriverOrderResponse {
  if (tap.kind === 'photo') return { ...order, photos: order.photos + (tap.attempt === undefined ? 1 : 0) }
  if (tap.kind === 'attempt') return afterAttempt(order, tap)
  const cash = tap.cash && enteredMoney(tap.cash)
  if (tap.kind === 'cash') return { ...order, ...cash }
  return { ...order, ...cash, order_status: tap.to, has_code: order.has_code || tap.proofCode !== null }
}

function withCash(
  { cash }: DriverDayResponse,
  order: DriverOrderResponse,
  { cash: taken, tappedAt }: { cash: CashTaken | null; tappedAt: string },
): DriverDayResponse['cash'] {
  const before = cash.deliveries.find(({ order_id }) => order_id === order.id)
  const isCash = taken === null || (taken.way ?? 'cash') === 'cash'
  // Mobile money is in nobody's pocket; it only takes back cash that was entered before.
  if (!isCash && before === undefined) return cash
  const collected = toCedis(taken === null ? 0 : pocketed(taken))
  const delivery = {
    order_id: order.id,
    tracking_code: order.tracking_code,
    customer_name: order.customer_name,
    due: isCash ? order.amount_to_collect : 0,
    collected,
    reason: taken?.reason ?? '',
    at: tappedAt,
  }
  const more = collected - (before?.collected ?? 0)
  const due = cash.due + delivery.due - (before?.due ?? 0)
  return {
    due,
    collected: cash.collected + more,
    open: due - cash.collected - more,
    in_hand: cash.in_hand + more,
    deliveries: [...cash.deliveries.filter((each) => each !== before), delivery],
  }
}

export type Outcome =
  | { is: 'done' }
  | { is: 'refused'; message: string; canResend?: boolean }
  | { is: 'later' }

type Means = { photos: PhotoStore; clock: ShopClock }

/** Sends one tap. What the shop could not decide on, or nobody heard, is tried again later with the same key. */
export async function sendTap(tap: Tap, { photos, clock }: Means): Promise<Outcome> {
  const sent = { ...tap, tappedAt: clock.timeOf(tap) }
  let isShop = true
  const common = {
    idempotencyKey: tap.key,
    onResponse({ headers }: Response) {
      clock.setBy(headers.get('date'))
      // The shop gives its reasons as JSON; a page comes from something in between, which decides nothing.
      isShop = headers.get('content-type')?.includes('json') === true
    },
  }
  try {
    if (sent.kind === 'step') await sendStep(sent, common)
    else if (sent.kind === 'cash') await sendCash(sent, common)
    else if (sent.kind === 'attempt') await sendAttempt(sent, common)
    else await sendPhoto(sent, photos, common)
    return { is: 'done' }
  } catch (error) {
    if (!isApiProblem(error))
      return { is: 'refused', message: 'Failed to update order status. Please try again.' }
    // Whoever was signed out meanwhile sends it after the next sign-in.
    if (!isShop || isUndecided(error) || error.code === 'not_signed_in') return { is: 'later' }
    const canResend =
      tap.kind === 'photo' && !neverTaken.includes(error.status) && error.code !== 'too_many_photos'
    return { is: 'refused', message: refusalMessage(tap, error), canResend }
  }
}

/** The photo itself is at fault. Any other "no" is about its order, which can change. */
const neverTaken = [400, 410, 413, 415, 422]

type Common = Pick<CallOptions, 'idempotencyKey' | 'onResponse'>

async function sendStep(
  { orderId, from, to, tappedAt, cash, proofCode }: StepTap,
  common: Common,
): Promise<void> {
  await api.put(`/api/orders/${orderId}`, {
    ...common,
    keepalive: true,
    otherwise: 'Failed to update order status',
    body: {
      status: to,
      expected_status: from,
      tapped_at: tappedAt,
      ...(cash === null ? {} : { cash: onTheWire(cash) }),
      ...(proofCode === null ? {} : { proof_code: proofCode }),
    },
  })
}

async function sendCash(
  { orderId, tappedAt, cash, phoneId, sequence }: CashTap,
  common: Common,
): Promise<void> {
  await api.put(`/api/orders/${orderId}/cash`, {
    ...common,
    keepalive: true,
    body: {
      ...onTheWire(cash),
      tapped_at: tappedAt,
      // A tap of an older version of this page has no number.
      ...(phoneId === '' ? {} : { phone_id: phoneId, phone_sequence: sequence }),
    },
  })
}

async function sendAttempt(
  { orderId, outcome, note, day, tappedAt, phoneId, sequence }: AttemptTap,
  common: Common,
): Promise<void> {
  await api.post(`/api/orders/${orderId}/attempts`, {
    ...common,
    keepalive: true,
    body: {
      outcome,
      note,
      ...(day === null ? {} : { day }),
      tapped_at: tappedAt,
      ...(phoneId === '' ? {} : { phone_id: phoneId, phone_sequence: sequence }),
    },
  })
}

/** A slow line needs minutes for what a fast one takes in a second: so long is waited for a photo, and as long as the shop waits. */
const photoTimeout = { startMs: 60_000, bytesInMs: 2, mostMs: 15 * 60_000 }

async function sendPhoto(
  { orderId, tappedAt, photo, attempt }: PhotoTap,
  photos: PhotoStore,
  common: Common,
): Promise<void> {
  const found = await photos.find(photo).catch(() => {
    throw apiProblem('', { code: 'photo_unread', status: 503 })
  })
  if (found === null) {
    const text = 'The photo is no longer on this phone. Please take it again.'
    throw apiProblem(text, { code: 'photo_lost', status: 410 })
  }
  const form = new FormData()
  form.append('taken_at', tappedAt)
  if (attempt !== undefined) form.append('attempt_key', attempt)
  form.append('photo', found, 'delivery.jpg')
  const { startMs, bytesInMs, mostMs } = photoTimeout
  const timeoutMs = Math.min(startMs + found.size / bytesInMs, mostMs)
  await api.post(`/api/orders/${orderId}/proofs`, { ...common, form, timeoutMs })
  await photos.delete(photo).catch(() => undefined)
}

function onTheWire({ collected, reason, way = 'cash', reference = '' }: CashTaken) {
  // As the version before knows it, too.
  return { collected: toCedis(collected), reason, ...(way === 'cash' ? {} : { way, reference }) }
}

/** What was tapped, as the driver would say it. */
export function tapLabel(tap: Tap): string {
  if (tap.kind === 'photo') return 'the photo'
  if (tap.kind === 'attempt') return `“${attemptLabels[tap.outcome]}”`
  if (tap.kind === 'cash') {
    const what = tap.cash.way === 'mobile_money' ? 'the mobile money' : 'the cash'
    return `${what} (${formatGhs(tap.cash.collected)})`
  }
  return tap.cash === null ? `“${tap.to}”` : `“${tap.to}” with ${formatGhs(tap.cash.collected)}`
}

/** Why the shop said no, and what to do now. Nobody should have to guess at a customer's door. */
export function refusalMessage(tap: Tap, { code, details, message }: ApiProblem): string {
  const lost = `So ${tapLabel(tap)} was not saved.`
  if (code === 'order_changed' && details.order_status === 'Cancelled') {
    return `The shop cancelled this order before your tap arrived. ${lost} Please call the shop before you leave the parcel or keep the money.`
  }
  if (code === 'order_changed') {
    return `The shop changed this order to ${details.order_status} meanwhile. ${lost} Look at the order and tap again.`
  }
  if (code === 'order_not_found') {
    return `This order was given to somebody else, or is not yours any more. ${lost} Please call the shop.`
  }
  if (code === 'step_not_allowed') return `This step was not possible any more. ${lost} Please call the shop.`
  return `${message} ${lost}`
}

/** Photos that wait for the network. They are too large for the phone's small storage, so they lie in its database. */
const databaseName = 'adom_driver_photos'
const storeName = 'photos'

export type PhotoStore = ReturnType<typeof openPhotoStore>

/** What the phone's database has no room for, or may not keep, lasts as long as the page. */
export function openPhotoStore() {
  const unsaved = new Map<string, Blob>()
  return {
    /** False when the photo is only on this page. */
    async save(key: string, photo: Blob): Promise<boolean> {
      try {
        await inStore('readwrite', (photos) => photos.put(photo, key))
        return true
      } catch {
        unsaved.set(key, photo)
        return false
      }
    },
    async find(key: string): Promise<Blob | null> {
      const found = unsaved.get(key) ?? (await inStore('readonly', (photos) => photos.get(key)))
      return found instanceof Blob ? found : null
    },
    async delete(key: string): Promise<void> {
      if (!unsaved.delete(key)) await inStore('readwrite', (photos) => photos.delete(key))
    },
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (photos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
