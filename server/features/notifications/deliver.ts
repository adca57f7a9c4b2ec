import { z } from 'zod'
import type { PhoneWay } from '#rules/notification-settings.ts'
import type { FailureReason, MessageState } from '#rules/notifications.ts'
import { normaliseTextable } from '#rules/phone-number.ts'
import { countSmsParts } from '#rules/sms-parts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-workers.ts'
import { readMailLook } from '../brand/brand.ts'
import { sendLimited } from './outbox.ts'
import { openPhoneChannels } from './phone-channels.ts'
import { type PhoneChannel, type PhoneMessage, type SendResult, smsText } from './phone-message.ts'

export type StateChange = { state: MessageState; reason?: FailureReason | null; providerId?: string | null }

/** A message that is written down, and how it is moved on: of two who want it, one gets it. */
type WrittenMessage = {
  state: MessageState
  changedAt: Date
  change(from: MessageState, to: StateChange): Promise<boolean>
}

export const deliveryTimeLimit = 30

/** What a message goes out by; a mail is one, too. */
export type Carrier = Pick<PhoneChannel, 'perDay' | 'send'> & { name: string }

/**
 * Sends once. It says *sending* before the provider is called: what a killed process has left may have arrived, so it ends as
 * failed instead of being sent twice. What has to wait is *waiting* again, unless this was the last try. Null: there was nothing
 * to send any more.
 */
export async function deliver(
  context: Pick<Context, 'limits' | 'clock'>,
  channel: Carrier,
  row: WrittenMessage,
  message: PhoneMessage,
  isLastTry: boolean,
): Promise<SendResult | null> {
  if (row.state === 'sending') {
    const age = context.clock().getTime() - row.changedAt.getTime()
    if (age < 2 * deliveryTimeLimit * 1_000) throw new Error('This message is being sent elsewhere')
    await row.change('sending', { state: 'failed', reason: 'no_answer' })
    return null
  }
  if (row.state !== 'waiting') return null
  const result = await sendWithinBudget(context, channel, message, async () =>
    (await row.change('waiting', { state: 'sending' })) ? await channel.send(message) : null,
  )
  if (result === null) return null
  if (result.is === 'sent') {
    await row.change('sending', { state: 'sent', reason: null, providerId: result.providerId })
  } else if (result.is === 'unknown') {
    await row.change('sending', { state: 'failed', reason: 'no_answer' })
  } else if (result.is === 'later' && !isLastTry) {
    await row.change('sending', { state: 'waiting', reason: result.reason })
  } else if (result.reason !== 'budget') {
    await row.change('sending', { state: 'failed', reason: result.reason })
  }
  return result
}

export const receiptQuestion = z.object({ id: z.uuid(), round: z.int() })

/** After so many minutes a provider is asked whether a message has arrived; a phone that is off gets it later. */
const askedAfterMinutes = [1, 5, 30, 180, 720]

export function isLastQuestion(round: number): boolean {
  return round + 1 >= askedAfterMinutes.length
}

export async function askLater(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  db: Database,
  job: string,
  question: z.infer<typeof receiptQuestion>,
): Promise<void> {
  const minutes = askedAfterMinutes[question.round] ?? 0
  const startAfter = new Date(clock().getTime() + minutes * 60_000)
  await jobs.send(db, job, question, { startAfter })
}

const aDay = 24 * 3_600

/** What may have gone out is paid for, so it counts. */
export function isCounted(result: SendResult | null): boolean {
  return result?.is === 'sent' || result?.is === 'unknown'
}

/** Counts the parts that are paid for, before the message goes out; what was not sent is given back. */
export async function sendWithinBudget<Result extends SendResult | null>(
  { limits }: Pick<Context, 'limits'>,
  channel: { name: string; perDay: number | null },
  message: Pick<PhoneMessage, 'shopName' | 'words' | 'link'>,
  send: () => Promise<Result>,
): Promise<Result | SendResult> {
  if (channel.perDay === null) return await send()
  const budget = `${channel.name}InADay`
  const { parts } = countSmsParts(smsText(message))
  const limit = { limit: channel.perDay, windowSeconds: aDay }
  const { allowed } = await limits.take(budget, 'all', limit, parts)
  if (!allowed) return { is: 'refused', reason: 'budget' }
  let isUsed = false
  try {
    const result = await send()
    isUsed = isCounted(result)
    return result
  } finally {
    if (!isUsed) await limits.giveBack(budget, 'all', parts)
  }
}

/** Whether so much of the day's budget is left that others still have theirs after it. Nothing is counted. */
export async function hasBudget(
  { limits }: Pick<Context, 'limits'>,
  channel: { name: string; perDay: number | null },
  parts: number,
): Promise<boolean> {
  if (channel.perDay === null) return true
  const limit = { limit: channel.perDay, windowSeconds: aDay }
  const { allowed, remaining } = await limits.take(`${channel.name}InADay`, 'all', limit, 0)
  return allowed && remaining >= parts
}

const phoneJob = 'phone-news'

const waiting = z.object({
  to: z.string(),
  words: z.string(),
  link: z.string(),
  /** The first one is tried first. */
  ways: z.array(z.enum(['whatsapp', 'sms'])).min(1),
})

type WaitingMessage = z.infer<typeof waiting>

/** For notifications that belong to no order. Must be called before the jobs start. */
export function definePhoneJob(context: Context): void {
  const send = (message: WaitingMessage, attempt: JobAttempt) => sendWaiting(context, message, attempt)
  context.jobs.define(phoneJob, waiting, send, { timeLimitSeconds: 30, atOnce: 4 })
}

/** The messages are sent if, and only if, the caller's transaction holds; a number that is none gets none. */
export async function postPhoneMessages(
  { jobs, config }: Context,
  db: Database,
  all: readonly (Omit<WaitingMessage, 'ways'> & { ways: readonly PhoneWay[] })[],
): Promise<void> {
  const open = openPhoneChannels(config).map(({ name }) => name)
  const reachable = all.flatMap((message) => {
    const to = normaliseTextable(message.to)
    const ways = open.filter((name) => message.ways.includes(name))
    return to === null || ways.length === 0 ? [] : { ...message, to, ways }
  })
  await jobs.sendAll(db, phoneJob, reachable)
}

/** Noted before the provider is called: a job that runs again after a kill must not send twice what may have arrived. */
async function sendWaiting(
  context: Context,
  { to, words, link, ways }: WaitingMessage,
  { jobId, number }: JobAttempt,
): Promise<void> {
  const { limits, config, db, jobs, log } = context
  const channel = openPhoneChannels(config).find(({ name }) => name === ways[0])
  const goOn = async () => {
    const rest = ways.slice(1)
    if (rest.length > 0) await jobs.send(db, phoneJob, { to, words, link, ways: rest })
  }
  if (!channel) return await goOn()
  const { allowed } = await limits.take('phoneNews', jobId, { limit: 1, windowSeconds: aDay })
  if (!allowed) return
  const { shopName } = await readMailLook(db, config.publicUrl)
  const message = { id: jobId, to, shopName, words, link }
  const limited = await sendLimited(
    context,
    to,
    async () => ({
      result: await sendWithinBudget(context, channel, message, () => channel.send(message)),
    }),
    ({ result }) => isCounted(result),
  )
  if (limited === null || isCounted(limited.result)) return
  await limits.forget('phoneNews', jobId)
  const { is } = limited.result
  if (is === 'later' && number <= usualOptions.retries) throw new Error('A message to a phone has to wait')
  log.warn({ channel: channel.name, result: limited.result }, 'A message to a phone is not sent this way')
  await goOn()
}
