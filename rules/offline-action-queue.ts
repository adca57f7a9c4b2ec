import type { DoorWay } from './cash-book.ts'
import type { AttemptReport } from './delivery-attempts.ts'
import type { Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'

/**
 * What a driver tapped and the shop does not know yet. The phone keeps it, sends it in order, once, and forgets it only when
 * the shop has answered; a "no" stays until the driver has read it.
 */
export type Tap = StepTap | CashTap | AttemptTap | PhotoTap

type AnyTap = {
  /** Made on the phone: the same key is the same tap, however often the network repeats it. */
  key: string
  orderId: number
  trackingCode: string
  /** Its place among all taps of this phone, whatever any clock says. */
  sequence: number
  phoneId: string
  tappedAt: string
  /** So long it can be undone, from when a page first has it. A duration, so that a clock that is put right changes nothing. */
  waitMs: number
  /** Somebody is about to press Undo. */
  isHeld: boolean
  /** The shop's "no", in words for the driver. */
  refusal: string | null
}

/** Without a way it is cash: a tap of an older version of the page. */
export type CashTaken = { collected: Pesewas; reason: string; way?: DoorWay; reference?: string }

/** What of it is in the driver's pocket. */
export function pocketed({ collected, way = 'cash' }: CashTaken): Pesewas {
  return way === 'cash' ? collected : 0
}

export type StepTap = AnyTap & {
  kind: 'step'
  from: OrderStatus
  to: OrderStatus
  cash: CashTaken | null
  proofCode: string | null
}

export type CashTap = AnyTap & { kind: 'cash'; cash: CashTaken }

/** The driver comes back with the parcel. */
export type AttemptTap = AnyTap & AttemptReport & { kind: 'attempt' }

/** The photo itself is too large for a list; it lies in the phone's photo store under its name. */
export type PhotoTap = AnyTap & {
  kind: 'photo'
  photo: string
  /** The key of the attempt that it belongs to; without one it proves a delivery. */
  attempt?: string | undefined
  /** It was refused for a reason that can pass: the shop may want it once its order is delivered after all. */
  canResend: boolean
}

export type ActionQueue = readonly Tap[]

/** A second tap on the same button while the first is still waiting is the same tap. */
export function addTap(queue: ActionQueue, tap: Tap): ActionQueue {
  const isThere = queue.some((each) => each.key === tap.key || (each.refusal === null && isSame(each, tap)))
  return isThere ? queue : [...queue, tap]
}

function isSame(one: Tap, other: Tap): boolean {
  if (one.orderId !== other.orderId) return false
  if (one.kind === 'step' && other.kind === 'step') return one.to === other.to
  return one.kind === 'attempt' && other.kind === 'attempt'
}

/** Takes a tap back, and whatever was tapped on the same order after it. */
export function undoTap(queue: ActionQueue, key: string): ActionQueue {
  const place = queue.findIndex((tap) => tap.key === key)
  const undone = queue[place]
  if (undone === undefined) return queue
  return queue.filter((tap, n) => n < place || tap.orderId !== undone.orderId)
}

/** Photos are heavy: they have a lane of their own, so that nothing waits for them. */
export type Lane = 'steps' | 'photos'

/**
 * What of a lane leaves next, at once or when its time to undo is over. Steps and cash go in the order in which they were
 * tapped; a photo waits for the steps of its own order.
 */
export function sendable(queue: ActionQueue, lane: Lane): Tap[] {
  const waiting = unsentTaps(queue)
  const steps = waiting.filter(({ kind }) => kind !== 'photo')
  if (lane === 'steps') return steps.slice(0, 1)
  return waiting.filter(
    (tap) => tap.kind === 'photo' && !steps.some(({ orderId }) => orderId === tap.orderId),
  )
}

export function settleTap(queue: ActionQueue, key: string): ActionQueue {
  return queue.filter((tap) => tap.key !== key)
}

type Refused = { words: string; canResend?: boolean }

/**
 * What was tapped on the same order after a refused step builds on it, and is explained with it. Its photo stays of use; that of
 * a refused attempt does not.
 */
export function refuseTap(
  queue: ActionQueue,
  key: string,
  { words, canResend = false }: Refused,
): ActionQueue {
  const place = queue.findIndex((tap) => tap.key === key)
  const refused = queue[place]
  if (refused === undefined) return queue
  const refuse = (tap: Tap, again: boolean): Tap =>
    tap.kind === 'photo' ? { ...tap, refusal: words, canResend: again } : { ...tap, refusal: words }
  return queue.map((tap, n) => {
    if (n === place) return refuse(tap, canResend)
    const isOfAttempt = tap.kind === 'photo' && tap.attempt !== undefined
    const buildsOnIt =
      (refused.kind === 'step' && n > place && tap.orderId === refused.orderId) ||
      (isOfAttempt && tap.attempt === refused.key)
    return buildsOnIt && tap.refusal === null ? refuse(tap, !isOfAttempt) : tap
  })
}

export function resendTap(queue: ActionQueue, key: string): ActionQueue {
  return queue.map((tap) => (tap.key === key ? { ...tap, refusal: null, waitMs: 0 } : tap))
}

/** While somebody is about to press Undo, the time stands still; afterwards it starts anew. */
export function holdTap(queue: ActionQueue, key: string, isHeld: boolean): ActionQueue {
  return queue.map((tap) => (tap.key === key ? { ...tap, isHeld } : tap))
}

/** A page that ended while somebody was still pressing must not leave a tap that waits for ever. */
export function releaseTaps(queue: ActionQueue): ActionQueue {
  return queue.some(({ isHeld }) => isHeld) ? queue.map((tap) => ({ ...tap, isHeld: false })) : queue
}

/** Nobody waits for a page that is being left. */
export function sendAllNow(queue: ActionQueue): ActionQueue {
  const isWaiting = ({ waitMs, isHeld }: Tap) => waitMs > 0 || isHeld
  return queue.map((tap) => (isWaiting(tap) ? { ...tap, waitMs: 0, isHeld: false } : tap))
}

export function unsentTaps(queue: ActionQueue): Tap[] {
  return queue.filter(({ refusal }) => refusal === null)
}

export function refusedTaps(queue: ActionQueue): Tap[] {
  return queue.filter(({ refusal }) => refusal !== null)
}

/** The newest step of an order that the shop does not know yet. */
export function waitingStep(queue: ActionQueue, orderId: number): StepTap | null {
  const steps = unsentTaps(queue).filter((tap) => tap.kind === 'step' && tap.orderId === orderId)
  const newest = steps.at(-1)
  return newest?.kind === 'step' ? newest : null
}

/** What was pressed last on an order, as long as the shop does not know it: a step, or that it could not be delivered. */
export function waitingPress(queue: ActionQueue, orderId: number): StepTap | AttemptTap | null {
  const pressed = unsentTaps(queue).flatMap((tap) =>
    (tap.kind === 'step' || tap.kind === 'attempt') && tap.orderId === orderId ? [tap] : [],
  )
  return pressed.at(-1) ?? null
}

export function waitingAttempt(queue: ActionQueue, orderId: number): AttemptTap | null {
  const attempts = unsentTaps(queue).flatMap((tap) =>
    tap.kind === 'attempt' && tap.orderId === orderId ? [tap] : [],
  )
  return attempts.at(-1) ?? null
}

/** The newest cash of an order that the shop does not know yet. */
export function newestCash(queue: ActionQueue, orderId: number): CashTaken | null {
  const entered = unsentTaps(queue).flatMap((tap) =>
    'cash' in tap && tap.orderId === orderId && tap.cash !== null ? [tap.cash] : [],
  )
  return entered.at(-1) ?? null
}

/** What the driver has collected and the shop does not know yet; a correction replaces what the shop knows. */
export function waitingCash(queue: ActionQueue, known: (orderId: number) => Pesewas): Pesewas {
  const newest = new Map<number, Pesewas>()
  for (const tap of unsentTaps(queue)) {
    if ('cash' in tap && tap.cash !== null) newest.set(tap.orderId, pocketed(tap.cash))
  }
  return [...newest].reduce((sum, [orderId, collected]) => sum + collected - known(orderId), 0)
}

const longestWait = 24 * 60 * 60 * 1000

/**
 * When a tap counts as done. A phone's clock may be wrong and a network may be gone for hours, so the tap is believed only
 * between the order's last step and now, and not more than a day back.
 */
export function timeOfTap(tapped: Date | null, { now, notBefore }: { now: Date; notBefore: Date }): Date {
  const latest = now > notBefore ? now : notBefore
  if (tapped === null || Number.isNaN(tapped.getTime())) return latest
  const earliest = Math.max(notBefore.getTime(), now.getTime() - longestWait)
  return new Date(Math.min(Math.max(tapped.getTime(), earliest), latest.getTime()))
}
