import { z } from 'zod'
import { maskPhone, normalisePhone } from '../../../rules/phone-number.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Tools } from '../../platform/tools.ts'

const smsJob = 'sms'

const waitingSms = z.object({ to: z.string(), text: z.string() })

export type Sms = {
  /** `233241234567`, or with + from abroad. */
  to: string
  text: string
  /** The same key is the same message, however often it is sent. */
  idempotencyKey: string
}

export type SmsSender = { send(sms: Sms): Promise<void> }

/** Until the owner has a contract with a provider, the log shows what would be sent. */
export function openLogSms(log: Log): SmsSender {
  return {
    async send({ to, text, idempotencyKey }) {
      log.info({ to: maskPhone(to), text, sms: idempotencyKey }, 'SMS (not sent: no provider is set up)')
    },
  }
}

/** Must be called before the jobs start. */
export function defineSmsJob({ jobs }: Tools, sender: SmsSender): void {
  jobs.define(smsJob, waitingSms, (sms, { jobId }) => sender.send({ ...sms, idempotencyKey: jobId }))
}

/** The message is sent if, and only if, the caller's transaction holds. */
export async function postSms({ jobs }: Tools, db: Database, phone: string, text: string): Promise<void> {
  const to = normalisePhone(phone)
  if (to !== null) await jobs.send(db, smsJob, { to, text })
}
