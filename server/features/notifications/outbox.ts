import { z } from 'zod'
import { maskPhone, normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type JobAttempt, usualOptions } from '#server/platform/job-workers.ts'
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
  /** Which message about an order it is; whoever looks at the order sees how it went. */
  messageId: z.uuid().optional(),
})

type WaitingMail = z.infer<typeof mail>

export type MailOutcome = 'sent' | 'too_many' | 'unreachable'

type NoteOutcome = (messageId: string, outcome: MailOutcome) => Promise<void>

/** A mail server that is down delays a mail; it loses none. Must be called before the jobs start. */
export function defineMailJob(context: Context, noteOutcome: NoteOutcome): void {
  context.jobs.define(mailJob, mail, async ({ isLimited, messageId, ...waiting }, { jobId, number }) => {
    // A mail that went out is not sent again because this could not be written down.
    const note = async (outcome: MailOutcome) => {
      if (messageId === undefined) return
      await noteOutcome(messageId, outcome).catch((err) => context.log.error({ err }, 'A mail is not noted'))
    }
    const send = async () => {
      await context.mailer.send({ ...waiting, idempotencyKey: jobId })
      return 'sent' as const
    }
    try {
      const outcome = isLimited ? await sendLimited(context, waiting.to, send) : await send()
      await note(outcome ?? 'too_many')
    } catch (error) {
      if (number > usualOptions.retries) await note('unreachable')
      throw error
    }
  })
}

const hour = 3_600

/** More than anybody causes by their own orders and sign-ups, and too few to fill somebody else's mailbox. */
const limitsOfRecipient = {
  mailsInAnHour: { limit: 10, windowSeconds: hour },
  mailsInADay: { limit: 30, windowSeconds: 24 * hour },
} satisfies Record<string, Limit>

/** Null: it is over the limit and not sent, now or later. What failed is not counted: it is tried again. */
export async function sendLimited<Result>(
  { limits, log }: Context,
  to: string,
  send: () => Promise<Result>,
  isCounted: (result: Result) => boolean = () => true,
): Promise<Result | null> {
  const recipient = to.toLowerCase()
  for (const [name, limit] of Object.entries(limitsOfRecipient)) {
    if ((await limits.take(name, recipient, limit)).allowed) continue
    const { allowed: isNew } = await limits.take('mailsLeftOut', recipient, { ...limit, limit: 1 })
    if (isNew) log.warn({ limit: name }, 'Messages to one address are left out: it got too many')
    return null
  }
  const giveBack = async () => {
    for (const name of Object.keys(limitsOfRecipient)) await limits.giveBack(name, recipient)
  }
  try {
    const result = await send()
    if (!isCounted(result)) await giveBack()
    return result
  } catch (error) {
    await giveBack()
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
