import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { codeLength, codeTries } from '#rules/one-time-code.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { oneTimeCodes } from './tables.ts'

export const wrongOneTimeCode = 'This code is not right, or it is too old. Ask for a new one if you need it'

/** Gives the code in plain text, once, for the message that carries it. The one before ends. */
export async function makeCode(
  { db, clock, random }: Context,
  target: string,
  minutes: number,
): Promise<string> {
  const code = String(random.below(10 ** codeLength)).padStart(codeLength, '0')
  const fresh = {
    code: await hashPassword(code),
    tries: 0,
    expiresAt: new Date(clock().getTime() + minutes * 60_000),
  }
  await db
    .insert(oneTimeCodes)
    .values({ target, ...fresh })
    .onConflictDoUpdate({ target: oneTimeCodes.target, set: fresh })
  return code
}

/**
 * A try is counted before it is made, so that many at once are not more than a few. The right code opens once.
 * Where there is none, the same work is done: no clock tells whether one was sent.
 */
export async function takeCode({ db, clock }: Context, target: string, typed: string): Promise<boolean> {
  const isTarget = eq(oneTimeCodes.target, target)
  const [tried] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(isTarget, lt(oneTimeCodes.tries, codeTries), gt(oneTimeCodes.expiresAt, clock())))
    .returning({ code: oneTimeCodes.code })
  if (tried === undefined) {
    await hashPassword(typed)
    return false
  }
  if (!(await isPassword(tried.code, typed))) return false
  const used = await db
    .delete(oneTimeCodes)
    .where(and(isTarget, eq(oneTimeCodes.code, tried.code)))
    .returning({ target: oneTimeCodes.target })
  return used.length > 0
}

const clearJob = 'clear-codes'

/** Numbers of people who never came are forgotten. Must be called before the jobs start. */
export function defineCodesJob({ db, clock, jobs }: Context): void {
  jobs.define(clearJob, z.object({}), async () => {
    await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, clock()))
  })
  jobs.schedule(clearJob, '43 * * * *')
}
