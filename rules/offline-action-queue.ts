import type { Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'

/**
 * What a driver tapped and the shop does not know yet. The phone keeps it, sends it in order, once, and forgets it only when
 * the shop has answered; a "no" stays until the driver has read it.
 */
export type Tap = StepTap | CashTap | PhotoTap

type AnyTap = {
  /** Made on the phone: the same key is the same tap, however often the network repeats it. */
  key: string
  orderId: number
  trackingCode: string
  tappedAt: string
  /** In milliseconds; until then it can be undone. */
  sendAt: number
  /** The shop's "no", in words for the driver. */
  refusal: string | null
}

export type CashTaken = { collected: Pesewas; reason: string }

export type StepTap = AnyTap & {
  kind: 'step'
  from: OrderStatus
  to: OrderStatus
  cash: CashTaken | null
  proofCode: string | null
}

export type CashTap = AnyTap & { kind: 'cash'; cash: CashTaken }

/** The photo itself is too large for a list; it lies in the phone's photo store under its name. */
export type PhotoTap = AnyTap & { kind: 'photo'; photo: string }

export type ActionQueue = readonly Tap[]

/** A second tap on the same button while the first is still waiting is the same tap. */
export function addTap(queue: ActionQueue, tap: Tap): ActionQueue {
  const isThere = queue.some(
    (each) =>
      each.key === tap.key ||
      (each.kind === 'step' &&
        tap.kind === 'step' &&
        each.refusal === null &&
        each.orderId === tap.orderId &&
        each.to === tap.to),
  )
  return isThere ? queue : [...queue, tap]
}

/** Takes a tap back, and whatever was tapped on the same order after it. */
export function undoTap(queue: ActionQueue, key: string): ActionQueue {
  const place = queue.findIndex((tap) => tap.key === key)
  const undone = queue[place]
  if (undone === undefined) return queue
  return queue.filter((tap, n) => n < place || tap.orderId !== undone.orderId)
}

/** Steps and cash go in the order in which they were tapped. Photos are heavy and go after the steps of their order. */
export function nextToSend(queue: ActionQueue, now: number): Tap | null {
  const waiting = unsentTaps(queue)
  const first = waiting.find(({ kind }) => kind !== 'photo')
  if (first && first.sendAt <= now) return first
  const photo = waiting.find(
    (tap) =>
      tap.kind === 'photo' &&
      tap.sendAt <= now &&
      !waiting.some((each) => each.kind !== 'photo' && each.orderId === tap.orderId),
  )
  return photo ?? null
}

/** Null when nothing waits at all. */
export function nextSendTime(queue: ActionQueue): number | null {
  const waiting = unsentTaps(queue)
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ sendAt }) => sendAt))
}

export function settleTap(queue: ActionQueue, key: string): ActionQueue {
  return queue.filter((tap) => tap.key !== key)
}

/** What was tapped on the same order after a refused step builds on it, and is explained with it. */
export function refuseTap(queue: ActionQueue, key: string, words: string): ActionQueue {
  const place = queue.findIndex((tap) => tap.key === key)
  const refused = queue[place]
  if (refused === undefined) return queue
  return queue.map((tap, n) => {
    if (n === place) return { ...tap, refusal: words }
    const buildsOnIt = refused.kind === 'step' && n > place && tap.orderId === refused.orderId
    return buildsOnIt && tap.refusal === null ? { ...tap, refusal: words } : tap
  })
}

/** A driver who is still reading or pressing gets more time. */
export function postponeTap(queue: ActionQueue, key: string, sendAt: number): ActionQueue {
  return queue.map((tap) => (tap.key === key ? { ...tap, sendAt } : tap))
}

/** A page that ended while somebody was still pressing must not leave a tap that waits for ever. */
export function sendBy(queue: ActionQueue, latest: number): ActionQueue {
  const isLate = ({ sendAt }: Tap) => sendAt > latest
  return queue.some(isLate) ? queue.map((tap) => (isLate(tap) ? { ...tap, sendAt: latest } : tap)) : queue
}

/** Nobody waits for a page that is being left. */
export function sendAllNow(queue: ActionQueue): ActionQueue {
  return queue.map((tap) => ({ ...tap, sendAt: 0 }))
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

/** What the driver has collected and the shop does not know yet; a correction replaces what the shop knows. */
export function waitingCash(queue: ActionQueue, known: (orderId: number) => Pesewas): Pesewas {
  const newest = new Map<number, Pesewas>()
  for (const tap of unsentTaps(queue)) {
    if (tap.kind !== 'photo' && tap.cash !== null) newest.set(tap.orderId, tap.cash.collected)
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
