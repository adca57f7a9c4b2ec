import { z } from 'zod'
import { maskPhone, normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JobAttempt } from '#server/platform/job-kinds.ts'
import type { Log } from '#server/platform/log.ts'

const smsJob = 'sms'

const waitingSms = z.object({ to: z.string(), text: z.string() })

export type WaitingSms = z.infer<typeof waitingSms>

export type Sms = {
  /** `233241234567`, or with + from abroad. */
  to: string
  text: string
  /** The same key is the same message, however often it is sent. */
  idempotencyKey: string
}

export type SmsSender = { send(sms: Sms): Promise<void> }

/** Until the owner has a contract with a provider, the log shows what would be sent, but no code that opens an order. */
export function openLogSms(log: Log): SmsSender {
  return {
    async send({ to, text, idempotencyKey }) {
      const shown = { to: maskPhone(to), text: text.replaceAll(/\b[A-Z0-9]{6}\b/g, '[code]') }
      log.info({ ...shown, sms: idempotencyKey }, 'SMS (not sent: no provider is set up)')
    },
  }
}

/** Must be called before the jobs start. */
export function defineSmsJob({ jobs }: Context, sender: SmsSender): void {
  const send = (sms: WaitingSms, { jobId }: JobAttempt) => sender.send({ ...sms, idempotencyKey: jobId })
  jobs.define(smsJob, waitingSms, send, { timeLimitSeconds: 20, gather: { milliseconds: 500, atMost: 20 } })
}

/** The messages are sent if, and only if, the caller's transaction holds; a number that is none gets none. */
export async function postSms({ jobs }: Context, db: Database, all: readonly WaitingSms[]): Promise<void> {
  const reachable = all.flatMap((sms) => {
    const to = normalisePhone(sms.to)
    return to === null ? [] : { ...sms, to }
  })
  await jobs.sendAll(db, smsJob, reachable)
}
