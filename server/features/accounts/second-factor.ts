import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashText } from '#server/platform/hash.ts'
import type { Place } from './known-places.ts'
import { limitCodes } from './limits.ts'
import { recoveryCodes, secondFactors } from './tables.ts'
import { matchingStep } from './totp.ts'

/** Nothing to prove for whoever has none. A recovery code is too long to be guessed, so that no guesser can keep its owner out. */
export async function proveSecondFactor(
  context: Context,
  userId: string,
  { email, code }: { email: string; code?: string },
  place: Place,
): Promise<void> {
  const { db, clock } = context
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
  const [factor] = await db.select().from(secondFactors).where(isOn)
  if (factor === undefined) return
  if (code === undefined) throw new Refusal('second_factor_needed')
  const typed = plainCode(code)
  if (!isAppCode(typed)) {
    if (await takeRecoveryCode(db, userId, typed)) return
    throw wrongCode('This is none of your recovery codes, or it was used already')
  }
  await limitCodes(context, email, place, async () => {
    if (!(await takeAppCode(db, factor, typed, clock()))) throw wrongCode(wrongAppCode)
  })
}

export const wrongAppCode = 'This code is not right or was used already. Please wait for the next one'

export function wrongCode(text: string): Refusal {
  return new Refusal('invalid_input', { fields: { code: text } })
}

/** People copy codes with the gaps that make them readable. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Also with a digit too few: whoever mistypes one should not read about recovery codes. */
function isAppCode(code: string): boolean {
  return /^\d{1,8}$/.test(code)
}

type Factor = Pick<typeof secondFactors.$inferSelect, 'userId' | 'secret'>

/** Asked and noted in one statement, so that a code that is sent twice at once opens once. */
export async function takeAppCode(db: Database, factor: Factor, code: string, now: Date): Promise<boolean> {
  const step = matchingStep(factor.secret, code, now)
  if (step === null) return false
  const isUnused = and(eq(secondFactors.userId, factor.userId), lt(secondFactors.lastStep, step))
  const used = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(isUnused)
    .returning({ userId: secondFactors.userId })
  return used.length > 0
}

async function takeRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.code, hashText(code))))
    .returning({ code: recoveryCodes.code })
  return used.length > 0
}

/** Without signs that look like others. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = [5, 5]
const howMany = 10

/** Gives them in plain text, once: the database has their hashes. Earlier ones end. */
export async function replaceRecoveryCodes(
  { random }: Context,
  db: Database,
  userId: string,
): Promise<string[]> {
  const group = (length: number) =>
    Array.from({ length }, () => letters[random.below(letters.length)]).join('')
  const codes = Array.from({ length: howMany }, () => groups.map(group).join('-'))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, code: hashText(plainCode(code)) })))
  return codes
}
