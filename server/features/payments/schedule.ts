import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/hash.ts'
import { isOpen, isSettled, isUnderWay, isWatched, mayStillPay } from './stages.ts'
import type { PaymentRow, RefundRow } from './tables.ts'

const minute = 60
const hour = 60 * minute

/** Seconds after the start. Most people approve within a minute; after two days nobody does. */
const whileOpen = [
  5,
  10,
  20,
  30,
  45,
  ...Array.from({ length: 13 }, (_, n) => (n + 2) * 30),
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  6 * hour,
  24 * hour,
  48 * hour,
]

/** Some money arrives after a no. */
const afterNo = [10 * minute, 24 * hour]

/** A gateway may call before its own books say so. */
const afterCall = [0, 5, 15, minute]

/** Money that was paid can still be disputed, or go back without a word from us. */
const afterPaid = [hour, 24 * hour, 72 * hour, 10 * 24 * hour, 30 * 24 * hour, 90 * 24 * hour]
const afterCallWhenPaid = [0, minute]

/** When a gateway that has been silent for days is asked again. */
const whileSilent = 6 * hour

export const lastCheckSeconds = 48 * hour

/** No gateway is asked about the same payment more often. */
export const betweenQuestions = 5

type Checked = Pick<PaymentRow, 'stage' | 'createdAt' | 'stageAt' | 'wokenAt' | 'askedAt'>

/** Seconds after a refund was sent; wallets get theirs within minutes, cards within days. */
const whileGoingBack = [
  5,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
]

/** A refund that takes longer is for a person to look at. */
export const overdueSeconds = 24 * hour

/** So long a refund that failed may still be paid, as far as anybody knows. */
export const uncertainSeconds = 72 * hour

/** Seconds after a no to a refund: while nothing may be sent in its place, and then seldom, to notice what went out twice. */
const afterRefundNo = [
  10 * minute,
  hour,
  6 * hour,
  24 * hour,
  48 * hour,
  uncertainSeconds,
  7 * 24 * hour,
  30 * 24 * hour,
]

/** By then the call that sends it has ended one way or the other. */
export const secondsToFirstRefundCheck = 20

/** A refund is asked about until it has ended, however long that takes, and after a no for some time more. */
export function nextRefundCheckAt(
  refund: Pick<RefundRow, 'stage' | 'uncertainUntil' | 'createdAt' | 'stageAt' | 'wokenAt' | 'askedAt'>,
  now: Date,
): Date | null {
  if (!mayStillPay(refund)) return null
  const planned = isUnderWay(refund)
    ? (firstAfter(now, refund.createdAt, whileGoingBack) ?? later(now, whileSilent))
    : firstAfter(now, refund.stageAt, afterRefundNo)
  const woken = refund.wokenAt && firstAfter(now, refund.wokenAt, afterCall)
  const next = earlier(planned, woken)
  const earliest = refund.askedAt && later(refund.askedAt, betweenQuestions)
  return next && earliest && earliest > next ? earliest : next
}

/** The next moment to ask, or null when nothing more is expected. */
export function nextCheckAt(payment: Checked, now: Date): Date | null {
  const { stage, createdAt, stageAt, wokenAt, askedAt } = payment
  if (isSettled(stage) && !isWatched(stage)) return null
  const planned = isOpen(stage)
    ? (firstAfter(now, createdAt, whileOpen) ?? later(now, whileSilent))
    : isWatched(stage)
      ? firstAfter(now, createdAt, afterPaid)
      : firstAfter(now, stageAt, afterNo)
  const woken = wokenAt && firstAfter(now, wokenAt, isWatched(stage) ? afterCallWhenPaid : afterCall)
  const next = earlier(planned, woken)
  const earliest = askedAt && later(askedAt, betweenQuestions)
  return next && earliest && earliest > next ? earliest : next
}

function firstAfter(now: Date, start: Date, seconds: readonly number[]): Date | null {
  const moment = seconds.map((each) => later(start, each)).find((each) => each > now)
  return moment ?? null
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

export function later(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1_000)
}

/** Questions are shared among this many at most: enough to keep visitors apart, too few to tell from the number who it was. */
const shares = 4_096

export function shareOf(address: string): number {
  return Number.parseInt(sha256(address, 'hex').slice(0, 8), 16) % shares
}

export const checkJob = 'payment-check'
export const refundJob = 'refund-check'

export const checkJobData = z.object({ reference: z.string() })

/** Of one payment only one question waits at a time. What gets lost is found by the sweep. */
export async function planCheck(
  context: Context,
  db: Database,
  payment: Pick<PaymentRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  await plan(context, db, checkJob, payment)
}

export async function planRefundCheck(
  context: Context,
  db: Database,
  refund: Pick<RefundRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  await plan(context, db, refundJob, refund)
}

async function plan(
  { jobs, clock }: Context,
  db: Database,
  job: string,
  { reference, nextCheckAt }: Pick<PaymentRow, 'reference' | 'nextCheckAt'>,
): Promise<void> {
  if (nextCheckAt === null) return
  const key = { singletonKey: `${reference} ${nextCheckAt.toISOString()}` }
  // Only a job without a time is taken at once; one for this very moment would wait for the next look at the list.
  const when = nextCheckAt > clock() ? { ...key, startAfter: nextCheckAt } : key
  await jobs.send(db, job, { reference }, when)
}
