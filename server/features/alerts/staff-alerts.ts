import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { ShopEventType } from '#rules/connections.ts'
import { may, type OfficeRole, officeRoleOf, roleMay } from '#rules/rights.ts'
import {
  type AlertChoice,
  type AlertKind,
  type AlertText,
  type AlertWay,
  alertEvent,
  alertKindOf,
  alertKinds,
  alertRight,
  alertText,
  usualChoice,
} from '#rules/staff-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'
import { makePushKeys, type PushKeys, writePush } from '#server/platform/web-push.ts'
import {
  addPhone,
  dropPhone,
  findPhone,
  listPhones,
  listPhonesOf,
  type PushPhone,
  renewPhone,
} from '../accounts/push-phones.ts'
import { secondFactors, users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { readMailLook } from '../brand/brand.ts'
import { findNewestEvent, type KnownEvent } from '../events/announce.ts'
import { renderEmail } from '../notifications/email.ts'
import { postMails } from '../notifications/outbox.ts'
import { alertChoices, pushKeys } from './tables.ts'

/** A flood of orders must not become a flood of mails; the back office has them all. */
const alertsInAnHour = { limit: 60, windowSeconds: 3_600 }

type Alert = { event: KnownEvent; text: AlertText; recipients: Recipient[] }

/** Mails and messages of the transaction that notes that everybody was told. */
export async function tellStaff(
  context: Context,
  db: Database,
  events: readonly KnownEvent[],
): Promise<void> {
  const alerts: Alert[] = []
  for (const kind of alertKinds) {
    const these = events.filter(({ type }) => alertKindOf(type) === kind)
    const recipients = these.length > 0 ? await listRecipients(context, db, kind) : []
    for (const event of these) {
      const others = recipients.filter(({ id }) => id !== event.actorId)
      alerts.push({ event, text: alertText(event), recipients: others })
    }
  }
  await mailAll(context, db, alerts)
  await pushAll(context, db, alerts)
}

async function mailAll(context: Context, db: Database, alerts: readonly Alert[]): Promise<void> {
  const { publicUrl, mail } = context.config
  // A message from the contact form is in the shop's mailbox already, with all its words.
  const hasIt = (type: ShopEventType, { email }: Recipient) =>
    type === 'message.received' && email === mail.to
  const wants = ({ event }: Alert, recipient: Recipient) =>
    recipient.mail && recipient.hasConfirmedEmail && !hasIt(event.type, recipient)
  const told = await withinLimit(context, db, 'mailAlerts', alerts, wants)
  if (told.length === 0) return
  const look = await readMailLook(db, publicUrl)
  const mails = told.map(({ text: { title, body, path }, recipient: { email: to } }) => {
    const email = renderEmail(
      {
        subject: title,
        paragraphs: [body],
        button: { label: 'Open the back office', url: `${publicUrl}${path}` },
        afterwards: ['Which mails you get is up to you: Alerts, in the menu of the back office.'],
      },
      look,
    )
    return { to, ...email }
  })
  await postMails(context, db, mails)
}

async function pushAll(context: Context, db: Database, alerts: readonly Alert[]): Promise<void> {
  const wanted = alerts.flatMap(({ recipients }) => recipients.filter(({ push }) => push))
  const phones = await listPhonesOf(context, db, [...new Set(wanted.map(({ id }) => id))])
  const wants = (_: Alert, { id, push }: Recipient) => push && phones.some(({ userId }) => userId === id)
  const told = await withinLimit(context, db, 'pushAlerts', alerts, wants)
  const messages = told.flatMap(({ event, text, recipient }) =>
    phones
      .filter(({ userId }) => userId === recipient.id)
      .map(({ id: phoneId }) => ({ phoneId, ...text, tag: `event-${event.id}` })),
  )
  await postPushes(context, db, messages)
}

type Told = Omit<Alert, 'recipients'> & { recipient: Recipient }

/** Who is told of what. Whoever has had enough is not asked about again. */
async function withinLimit(
  { clock }: Context,
  db: Database,
  name: string,
  alerts: readonly Alert[],
  wants: (alert: Alert, recipient: Recipient) => boolean,
): Promise<Told[]> {
  const limits = openRateLimits(db, clock)
  const hadEnough = new Set<string>()
  const told: Told[] = []
  for (const alert of alerts) {
    const { event, text, recipients } = alert
    for (const recipient of recipients.filter((each) => wants(alert, each) && !hadEnough.has(each.id))) {
      const { allowed } = await limits.take(name, recipient.id, alertsInAnHour)
      if (allowed) told.push({ event, text, recipient })
      else hadEnough.add(recipient.id)
    }
  }
  return told
}

type Alerts = {
  choices: (AlertChoice & { kind: AlertKind })[]
  /** Where mails go; null while nobody knows whose mailbox it is. */
  email: string | null
  pushKey: string
  phones: PushPhone[]
}

/** What somebody hears of, and how: only what is their business. */
export async function readAlerts(context: Context, viewer: Viewer): Promise<Alerts> {
  const { publicKey } = await readPushKeys(context)
  return {
    choices: await readChoices(context.db, viewer),
    email: viewer.hasConfirmedEmail ? viewer.email : null,
    pushKey: publicKey,
    phones: await listPhones(context.db, viewer),
  }
}

const readOwnChoices = preparedQuery('alert-choices', (db) =>
  db
    .select()
    .from(alertChoices)
    .where(eq(alertChoices.userId, sql.placeholder('userId'))),
)

async function readChoices(db: Database, viewer: Viewer): Promise<Alerts['choices']> {
  const role = officeRoleOf(viewer)
  if (role === null) return []
  const rows = await readOwnChoices(db, { userId: viewer.id })
  const own = new Map(rows.map((row) => [row.kind, row]))
  return alertKinds
    .filter((kind) => may(viewer, alertRight(kind)))
    .map((kind) => {
      const { mail, push, sound } = own.get(kind) ?? usualChoice(role, kind)
      return { kind, mail, push, sound }
    })
}

type Chosen = { kind: AlertKind; way: AlertWay; on: boolean }

/** One switch at a time, so that two open pages do not undo each other. */
export async function chooseAlert(
  context: Context,
  viewer: Viewer,
  { kind, way, on }: Chosen,
): Promise<Alerts> {
  const role = officeRoleOf(viewer)
  if (role === null || !may(viewer, alertRight(kind))) throw new Refusal('not_allowed')
  const row = { ...usualChoice(role, kind), [way]: on }
  await context.db
    .insert(alertChoices)
    .values({ userId: viewer.id, kind, ...row })
    .onConflictDoUpdate({ target: [alertChoices.userId, alertChoices.kind], set: { [way]: on } })
  return await readAlerts(context, viewer)
}

type GivenPhone = { endpoint: string; p256dh: string; auth: string; renew?: boolean | undefined }

/** A phone that is new says so at once: who sees nothing knows that it does not work. */
export async function savePhone(
  context: Context,
  viewer: Viewer,
  { renew = false, ...subscription }: GivenPhone,
  userAgent: string,
): Promise<Alerts> {
  if (renew) {
    await renewPhone(context, viewer, subscription.endpoint)
    return await readAlerts(context, viewer)
  }
  const { id: phoneId, isNew } = await addPhone(context, viewer, subscription, userAgent)
  const hello = {
    title: 'Alerts are on',
    body: 'The shop tells you here.',
    path: '/admin/orders',
    tag: 'hello',
  }
  if (isNew) await postPushes(context, context.db, [{ phoneId, ...hello }])
  return await readAlerts(context, viewer)
}

/** The number of the newest thing that is to sound in the office of whoever asks; 0 before the first, null when nothing sounds. */
export async function findNewestSound({ db }: Context, viewer: Viewer): Promise<number | null> {
  const sounding = (await readChoices(db, viewer)).filter(({ sound }) => sound)
  if (sounding.length === 0) return null
  const types = sounding.map(({ kind }) => alertEvent(kind))
  return (await findNewestEvent(db, types, viewer.id)) ?? 0
}

type Recipient = AlertChoice & { id: string; email: string; hasConfirmedEmail: boolean }

/** Everybody of the back office who may know of it and wants to. */
async function listRecipients({ config }: Context, db: Database, kind: AlertKind): Promise<Recipient[]> {
  const rows = await db
    .select({ user: users, choice: alertChoices, factorSince: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(alertChoices, and(eq(alertChoices.userId, users.id), eq(alertChoices.kind, kind)))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        or(eq(users.isAdmin, true), eq(users.isManager, true), eq(users.isHelper, true)),
        isNull(users.blockedAt),
      ),
    )
    .orderBy(users.id)
  return rows.flatMap(({ user, choice, factorSince }): Recipient[] => {
    // The back office is closed to them until they have one.
    const owesFactor = user.isAdmin && config.adminsNeedSecondFactor && factorSince === null
    const role: OfficeRole | null = owesFactor ? null : officeRoleOf(user)
    const { id, email, hasConfirmedEmail } = user
    // Only customers may have a phone and no e-mail.
    if (role === null || email === null || !roleMay(role, alertRight(kind))) return []
    const { mail, push, sound } = choice ?? usualChoice(role, kind)
    return [{ id, email, hasConfirmedEmail, mail, push, sound }]
  })
}

const pushJob = 'push'

const waiting = z.object({
  phoneId: z.uuid(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  /** A message with the same one takes the place of the one before. */
  tag: z.string(),
})

type WaitingPush = z.infer<typeof waiting> & AlertText

/** After some hours nobody needs to hear of it any more. Must be called before the jobs start. */
export function definePushJob(context: Context): void {
  context.jobs.define(pushJob, waiting, (message) => sendPush(context, message), {
    timeLimitSeconds: 15,
    retries: 8,
    longestWaitSeconds: 1_800,
    atOnce: 4,
  })
}

/** They are sent if, and only if, the caller's transaction holds. */
async function postPushes({ jobs }: Context, db: Database, all: readonly WaitingPush[]): Promise<void> {
  await jobs.sendAll(db, pushJob, all)
}

/** What the service says about the browser or the message; all else may pass. */
const gone = [404, 410]
const refused = [400, 401, 403, 413]

async function sendPush(context: Context, { phoneId, ...message }: WaitingPush): Promise<void> {
  const { calls, clock, config, log, random } = context
  const phone = await findPhone(context, phoneId)
  if (phone === null) return
  const contact = config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.mail.to}`
  const keys = await readPushKeys(context)
  const push = writePush(phone, JSON.stringify(message), { keys, random, now: clock(), contact })
  const reply = await calls.post(phone.endpoint, { ...push, timeoutMs: 10_000 })
  if (reply.is === 'answered' && reply.status >= 200 && reply.status < 300) return
  const isGone = reply.is === 'forbidden' || (reply.is === 'answered' && gone.includes(reply.status))
  if (isGone) return await dropPhone(context, phoneId)
  if (reply.is === 'answered' && refused.includes(reply.status)) {
    log.warn({ status: reply.status }, 'A push service refuses what the shop sends')
    return
  }
  throw new Error(`The push service ${reply.is === 'answered' ? `says ${reply.status}` : reply.reason}`)
}

/** Made at the first start. Two processes that start at once agree on those that were written first. */
export async function readPushKeys({ db, clock, random }: Context): Promise<PushKeys> {
  const [known] = await db.select().from(pushKeys)
  if (known) return known
  await db
    .insert(pushKeys)
    .values({ ...makePushKeys(random), madeAt: clock() })
    .onConflictDoNothing()
  const [made] = await db.select().from(pushKeys)
  if (made === undefined) throw new Error('The keys for messages to browsers were not stored')
  return made
}
