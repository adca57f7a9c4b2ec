import { z } from 'zod'
import { maskPhone, normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JobAttempt } from '#server/platform/job-kinds.ts'
import type { Log } from '#server/platform/log.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { readMailLook } from '../brand/brand.ts'
import { type Email, renderEmail } from './email.ts'

const mailJob = 'mail'

const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
  /** Anybody can cause such a mail to anybody's address. */
  isLimited: z.boolean().optional(),
})

type WaitingMail = z.infer<typeof mail>

/** A mail server that is down delays a mail; it loses none. Must be called before the jobs start. */
export function defineMailJob(context: Context): void {
  context.jobs.define(mailJob, mail, async ({ isLimited, ...waiting }, { jobId }) => {
    const send = () => context.mailer.send({ ...waiting, idempotencyKey: jobId })
    await (isLimited ? sendLimited(context, waiting.to, send) : send())
  })
}

const hour = 3_600

/** More than anybody causes by their own orders and sign-ups, and too few to fill somebody else's mailbox. */
const limitsOfRecipient = {
  mailsInAnHour: { limit: 10, windowSeconds: hour },
  mailsInADay: { limit: 30, windowSeconds: 24 * hour },
} satisfies Record<string, Limit>

/** What is over the limit is not sent, now or later. A mail that failed is not counted: it is tried again. */
export async function sendLimited(
  { limits, log }: Context,
  to: string,
  send: () => Promise<void>,
): Promise<void> {
  const recipient = to.toLowerCase()
  for (const [name, limit] of Object.entries(limitsOfRecipient)) {
    if ((await limits.take(name, recipient, limit)).allowed) continue
    const { allowed: isNew } = await limits.take('mailsLeftOut', recipient, { ...limit, limit: 1 })
    if (isNew) log.warn({ limit: name }, 'Mails to one address are left out: it got too many')
    return
  }
  try {
    await send()
  } catch (error) {
    for (const name of Object.keys(limitsOfRecipient)) await limits.giveBack(name, recipient)
    throw error
  }
}

/** The mail is sent if, and only if, the caller's transaction holds. */
export async function postMail(
  { jobs }: Pick<Context, 'jobs'>,
  db: Database,
  waiting: WaitingMail,
): Promise<void> {
  await jobs.send(db, mailJob, waiting)
}

/** The same for many, in one statement. */
export async function postMails({ jobs }: Context, db: Database, all: readonly WaitingMail[]): Promise<void> {
  await jobs.sendAll(db, mailJob, all)
}

/** E-mails bear the name that the owner has given the shop. */
export type NamedEmail = (shopName: string) => Email

export async function postEmail(
  context: Context,
  db: Database,
  to: string,
  email: NamedEmail,
): Promise<void> {
  await postMail(context, db, { to, ...(await signEmail(context, db, email)) })
}

export async function signEmail(
  { config }: Pick<Context, 'config'>,
  db: Database,
  email: NamedEmail,
): Promise<ReturnType<typeof renderEmail>> {
  const look = await readMailLook(db, config.publicUrl)
  return renderEmail(email(look.shopName), look)
}

const smsJob = 'sms'

const waitingSms = z.object({ to: z.string(), text: z.string() })

type WaitingSms = z.infer<typeof waitingSms>

type Sms = {
  /** `233241234567`, or with + from abroad. */
  to: string
  text: string
  /** The same key is the same message, however often it is sent. */
  idempotencyKey: string
}

type SmsSender = { send(sms: Sms): Promise<void> }

/** Until the owner has a contract with a provider, the log shows what would be sent, but no code that opens an order and no PIN. */
export function openLogSms(log: Log): SmsSender {
  return {
    async send({ to, text, idempotencyKey }) {
      const shown = {
        to: maskPhone(to),
        text: text
          .replaceAll(/\breview=[\w-]+/g, 'review=[key]')
          .replaceAll(/\b[A-Z0-9]{6}\b/g, '[code]')
          .replaceAll(/\bPIN \d{4}\b/g, 'PIN [pin]'),
      }
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
