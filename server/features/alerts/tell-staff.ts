import { type AlertText, alertKindOf, alertText } from '#rules/staff-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'
import { listPhonesOf } from '../accounts/push-phones.ts'
import type { KnownEvent } from '../events/announce.ts'
import { postMails, signEmail } from '../notifications/outbox.ts'
import { type Hearer, listHearers } from './alert-choices.ts'
import { postPushes } from './push.ts'

/** A flood of orders must not become a flood of mails; the back office has them all. */
const alertsInAnHour = { limit: 60, windowSeconds: 3_600 }

/** Mails and messages of the transaction that notes that everybody was told. */
export async function tellStaff(context: Context, db: Database, event: KnownEvent): Promise<void> {
  const kind = alertKindOf(event.type)
  if (kind === null) return
  const text = alertText(event)
  const hearers = await listHearers(context, db, kind, event.actorId)
  await mailTo(context, db, hearers, event, text)
  await pushTo(context, db, hearers, event, text)
}

async function mailTo(
  context: Context,
  db: Database,
  hearers: readonly Hearer[],
  event: KnownEvent,
  { title, body, path }: AlertText,
): Promise<void> {
  // A message from the contact form is in the shop's mailbox already, with all its words.
  const hasIt = ({ email }: Hearer) => event.type === 'message.received' && email === context.config.mail.to
  const wanted = hearers.filter((hearer) => hearer.mail && hearer.hasConfirmedEmail && !hasIt(hearer))
  const readers = await withinLimit(context, db, 'mailAlerts', wanted)
  if (readers.length === 0) return
  const { publicUrl } = context.config
  const email = await signEmail(context, db, () => ({
    subject: title,
    paragraphs: [body],
    button: { label: 'Open the back office', url: `${publicUrl}${path}` },
    afterwards: ['Which mails you get is up to you: Alerts, in the menu of the back office.'],
  }))
  await postMails(
    context,
    db,
    readers.map(({ email: to }) => ({ to, ...email })),
  )
}

async function pushTo(
  context: Context,
  db: Database,
  hearers: readonly Hearer[],
  event: KnownEvent,
  text: AlertText,
): Promise<void> {
  const wanted = hearers.filter(({ push }) => push)
  const phones = await listPhonesOf(
    context,
    db,
    wanted.map(({ id }) => id),
  )
  const owners = wanted.filter(({ id }) => phones.some(({ userId }) => userId === id))
  const told = new Set((await withinLimit(context, db, 'pushAlerts', owners)).map(({ id }) => id))
  const messages = phones
    .filter(({ userId }) => told.has(userId))
    .map(({ id: phoneId }) => ({ phoneId, ...text, tag: `event-${event.id}` }))
  await postPushes(context, db, messages)
}

async function withinLimit(
  { clock }: Context,
  db: Database,
  name: string,
  hearers: readonly Hearer[],
): Promise<Hearer[]> {
  const limits = openRateLimits(db, clock)
  const allowed: Hearer[] = []
  for (const hearer of hearers) {
    if ((await limits.take(name, hearer.id, alertsInAnHour)).allowed) allowed.push(hearer)
  }
  return allowed
}
