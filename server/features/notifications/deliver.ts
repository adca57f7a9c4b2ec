import { z } from 'zod'
import type { FailureReason, MessageState } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PhoneChannel, PhoneMessage, SendResult } from './phone-message.ts'
import { sendWithinBudget } from './phone-queue.ts'

export type StateChange = { state: MessageState; reason?: FailureReason | null; providerId?: string | null }

/** A message that is written down, and how it is moved on: of two who want it, one gets it. */
export type WrittenMessage = {
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
