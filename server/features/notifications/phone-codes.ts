import { z } from 'zod'
import { phoneCodeMinutes } from '#rules/one-time-code.ts'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JobAttempt } from '#server/platform/job-workers.ts'
import { readMailLook } from '../brand/brand.ts'
import { openPhoneChannels } from './phone-channels.ts'
import type { SendResult } from './phone-message.ts'

type Channels = Pick<Config, 'whatsApp' | 'sms' | 'phoneCodesPerDay'>

/** Without a way on which a code can go out, nobody signs in by phone, and no page speaks of it. */
export function sendsPhoneCodes(config: Channels): boolean {
  return config.phoneCodesPerDay > 0 && codeChannels(config).length > 0
}

function codeChannels(config: Channels) {
  return openPhoneChannels(config).filter(({ sendCode }) => sendCode !== undefined)
}

const codeJob = 'phone-code'

const waiting = z.object({
  to: z.string(),
  askedAt: z.iso.datetime(),
  /** The first one may have gone where nobody looks: WhatsApp takes messages for phones that do not have it. */
  isAgain: z.boolean(),
  /** For whom alone the code is good; a version before named nobody. */
  asker: z.string().default(''),
  /** The part for anyone is used up. */
  isReserved: z.boolean().default(false),
})

type WaitingCode = z.infer<typeof waiting>

type CodeSource = {
  makeCode(to: string, asker: string): Promise<string>
  /** Whether this number is somebody's for whom codes are put aside. */
  mayUseReserve(to: string): Promise<boolean>
}

const retries = 2

/**
 * A queue of its own: whoever waits for a code waits behind no notification about orders. The code itself is made when it is sent,
 * because one that waits in a queue could be read there. Must be called before the jobs start.
 */
export function defineCodeJob(context: Context, source: CodeSource): void {
  const send = (code: WaitingCode, attempt: JobAttempt) => sendCode(context, source, code, attempt)
  context.jobs.define(codeJob, waiting, send, {
    retries,
    firstWaitSeconds: 5,
    timeLimitSeconds: 30,
    atOnce: 4,
  })
}

export async function postPhoneCode(
  { jobs, clock }: Context,
  db: Database,
  code: Omit<WaitingCode, 'askedAt'>,
): Promise<void> {
  await jobs.send(db, codeJob, { ...code, askedAt: clock().toISOString() })
}

/** One that nobody waits for any more is not sent; nor is one that may have arrived sent again. */
async function sendCode(
  context: Context,
  { makeCode, mayUseReserve }: CodeSource,
  { to, askedAt, isAgain, asker, isReserved }: WaitingCode,
  { jobId, number }: JobAttempt,
): Promise<void> {
  const { config, clock, db, log } = context
  if (clock().getTime() - Date.parse(askedAt) > phoneCodeMinutes * 60_000) return
  if (isReserved && number === 1 && !(await mayUseReserve(to))) return
  const { shopName } = await readMailLook(db, config.publicUrl)
  const code = await makeCode(to, asker)
  const message = { id: jobId, to, shopName, code, minutes: phoneCodeMinutes }
  const channels = codeChannels(config)
  const results: SendResult['is'][] = []
  for (const channel of isAgain ? channels.toReversed() : channels) {
    const result = await channel.sendCode?.(message)
    if (result === undefined) continue
    if (result.is === 'sent' || result.is === 'unknown') return
    log.warn({ channel: channel.name, result }, 'A code is not sent this way')
    results.push(result.is)
  }
  if (results.includes('later') && number <= retries) throw new Error('A code has to wait')
}
