import type { CashTaken, CashTap, PhotoTap, StepTap } from '#rules/offline-action-queue.ts'
import { nextStepForDriver } from '#rules/order-status.ts'
import type { Delivery } from './shown-deliveries.ts'

/** How long a tap can be undone. */
export const undoMs = 6_000

type StepDetails = { cash?: CashTaken | null; proofCode?: string | null; waitMs: number }

/** Null where there is no step any more. */
export function makeStep(
  { id, tracking_code, shownStatus }: Delivery,
  { cash = null, proofCode = null, waitMs }: StepDetails,
): StepTap | null {
  const to = nextStepForDriver(shownStatus)
  if (to === null) return null
  return { ...tapOn(id, tracking_code, waitMs), kind: 'step', from: shownStatus, to, cash, proofCode }
}

export function makeCash({ id, tracking_code }: Delivery, cash: CashTaken): CashTap {
  return { ...tapOn(id, tracking_code, 0), kind: 'cash', cash }
}

export function makePhoto({ id, tracking_code }: Delivery, waitMs: number): PhotoTap {
  const tap = tapOn(id, tracking_code, waitMs)
  return { ...tap, kind: 'photo', photo: tap.key }
}

function tapOn(orderId: number, trackingCode: string, waitMs: number) {
  const now = Date.now()
  return {
    key: crypto.randomUUID(),
    orderId,
    trackingCode,
    tappedAt: new Date(now).toISOString(),
    sendAt: now + waitMs,
    refusal: null,
  }
}
