import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readSettings } from '../settings/settings.ts'
import { type Letter, writeLetter } from './letter.ts'

const mailJob = 'mail'

const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
})

export type WaitingMail = z.infer<typeof mail>

/** A mail server that is down delays a mail; it loses none. Must be called before the jobs start. */
export function defineMailJob({ jobs, mailer }: Context): void {
  jobs.define(mailJob, mail, (waiting, { jobId }) => mailer.send({ ...waiting, idempotencyKey: jobId }))
}

/** The mail is sent if, and only if, the caller's transaction holds. */
export async function postMail({ jobs }: Context, db: Database, waiting: WaitingMail): Promise<void> {
  await jobs.send(db, mailJob, waiting)
}

/** The same for many, in one statement. */
export async function postMails({ jobs }: Context, db: Database, all: readonly WaitingMail[]): Promise<void> {
  await jobs.sendAll(db, mailJob, all)
}

/** Letters bear the name that the owner has given the shop. */
export type NamedLetter = (shopName: string) => Letter

export async function postLetter(
  context: Context,
  db: Database,
  to: string,
  letter: NamedLetter,
): Promise<void> {
  await postMail(context, db, { to, ...(await signLetter(db, letter)) })
}

export async function signLetter(db: Database, letter: NamedLetter): Promise<ReturnType<typeof writeLetter>> {
  const { shopName } = await readSettings(db)
  return writeLetter(letter(shopName), shopName)
}
