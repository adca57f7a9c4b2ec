import { z } from 'zod'
import type { PhoneWay } from '#rules/news.ts'
import { normaliseTextable } from '#rules/phone-number.ts'
import { countSmsParts } from '#rules/sms-parts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-kinds.ts'
import { readMailLook } from '../brand/brand.ts'
import { sendLimited } from './outbox.ts'
import { openPhoneChannels } from './phone-channels.ts'
import { type PhoneMessage, type SendResult, smsText } from './phone-message.ts'

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

/** For news that belong to no order. Must be called before the jobs start. */
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
