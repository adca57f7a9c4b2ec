import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { may, type OfficeRole, officeRoleOf, roleMay } from '#rules/rights.ts'
import {
  type AlertChoice,
  type AlertKind,
  type AlertWay,
  alertEvent,
  alertKinds,
  alertRight,
  usualChoice,
} from '#rules/staff-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addPhone, listPhones, type PushPhone, renewPhone } from '../accounts/push-phones.ts'
import { secondFactors, users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findNewestEvent } from '../events/announce.ts'
import { postPushes, readPushKeys } from './push.ts'
import { alertChoices } from './tables.ts'

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

async function readChoices(db: Database, viewer: Viewer): Promise<Alerts['choices']> {
  const role = officeRoleOf(viewer)
  if (role === null) return []
  const rows = await db.select().from(alertChoices).where(eq(alertChoices.userId, viewer.id))
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

export type Hearer = AlertChoice & { id: string; email: string; hasConfirmedEmail: boolean }

/** Everybody of the back office who may know of it and wants to, except who did it. */
export async function listHearers(
  { config }: Context,
  db: Database,
  kind: AlertKind,
  actorId: string | null,
): Promise<Hearer[]> {
  const rows = await db
    .select({ user: users, choice: alertChoices, factorSince: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(alertChoices, and(eq(alertChoices.userId, users.id), eq(alertChoices.kind, kind)))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        or(eq(users.isAdmin, true), eq(users.isManager, true), eq(users.isHelper, true)),
        isNull(users.blockedAt),
        sql`${users.id} is distinct from ${actorId}`,
      ),
    )
    .orderBy(users.id)
  return rows.flatMap(({ user, choice, factorSince }): Hearer[] => {
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
