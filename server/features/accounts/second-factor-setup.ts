import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { postEmail } from '../notifications/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { secondFactorEmail } from './account-emails.ts'
import {
  plainCode,
  replaceRecoveryCodes,
  takeAppCode,
  toBase32,
  totpUri,
  wrongAppCode,
  wrongCode,
} from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'
import { provePassword } from './sign-in-and-sign-up.ts'
import { recoveryCodes, secondFactors } from './tables.ts'
import { hasAdminRole, type Viewer } from './viewer.ts'

type SecondFactor = {
  isOn: boolean
  /** The shop asks it of this person. */
  isRequired: boolean
  recoveryCodesLeft: number
}

export async function readSecondFactor({ db, config }: Context, viewer: Viewer): Promise<SecondFactor> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, viewer.id))
  return {
    isOn: Boolean(factor?.confirmedAt),
    isRequired: config.adminsNeedSecondFactor && hasAdminRole(viewer),
    recoveryCodesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, viewer.id)),
  }
}

/** Nobody is asked for a code before one was typed: whoever closes the page now still gets in. */
export async function beginSecondFactor(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await provePassword(context, viewer, { password, field: 'password' })
  const { db, random } = context
  const secret = toBase32(Buffer.from(random.secret(20), 'base64url'))
  const begun = await db
    .insert(secondFactors)
    .values({ userId: viewer.id, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ secret: secondFactors.secret })
  if (begun.length === 0) throw alreadyOn()
  const { shopName } = await readSettings(db)
  return { secret, uri: totpUri(secret, { issuer: shopName, account: viewer.email ?? viewer.name }) }
}

/** The first code proves that the app has the secret. Whoever came in without one elsewhere is out. */
export async function turnOnSecondFactor(context: Context, viewer: Viewer, code: string): Promise<string[]> {
  const now = context.clock()
  return await inTransaction(context.db, async (db) => {
    const isBegun = and(eq(secondFactors.userId, viewer.id), isNull(secondFactors.confirmedAt))
    const [factor] = await db.select().from(secondFactors).where(isBegun).for('update')
    if (factor === undefined) throw new Refusal('conflict')
    if (!(await takeAppCode(db, factor, plainCode(code), now))) throw wrongCode(wrongAppCode)
    await db.update(secondFactors).set({ confirmedAt: now }).where(isBegun)
    await endOtherSessions({ ...context, db }, viewer)
    await note(context, db, viewer, 'turned on')
    return await replaceRecoveryCodes(context, db, viewer.id)
  })
}

export async function renewRecoveryCodes(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<string[]> {
  await provePassword(context, viewer, { password, field: 'password' })
  return await inTransaction(context.db, async (db) => {
    const [factor] = await db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, viewer.id))
      .for('update')
    if (!factor?.confirmedAt) throw new Refusal('conflict')
    return await replaceRecoveryCodes(context, db, viewer.id)
  })
}

/** An admin who must have one does not come into the back office until there is another. */
export async function turnOffSecondFactor(context: Context, viewer: Viewer, password: string): Promise<void> {
  await provePassword(context, viewer, { password, field: 'password' })
  await inTransaction(context.db, async (db) => {
    const [gone] = await db.delete(secondFactors).where(eq(secondFactors.userId, viewer.id)).returning()
    if (gone?.confirmedAt) await note(context, db, viewer, 'turned off')
  })
}

function alreadyOn(): Refusal {
  return new Refusal('conflict', { text: 'It is on already. Turn it off first to use another phone.' })
}

async function note(
  context: Context,
  db: Database,
  viewer: Viewer,
  what: 'turned on' | 'turned off',
): Promise<void> {
  const action = `${what} the second factor`
  const at = context.clock()
  await recordChange(db, { at, actorId: viewer.id, thing: 'team', thingId: viewer.id, action })
  const text = `The codes of an authenticator app were ${what} for the sign-in of ${viewer.email}.`
  const email = secondFactorEmail(`${context.config.publicUrl}/forgot-password`, text)
  if (viewer.email !== null) await postEmail(context, db, viewer.email, email)
}
