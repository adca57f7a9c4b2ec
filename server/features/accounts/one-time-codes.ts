import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { codeLength, codeTries } from '#rules/one-time-code.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { oneTimeCodes } from './tables.ts'

export const wrongOneTimeCode =
  'This code is not right, or it is too old. If several came, try the newest, or ask for another one'

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

export type TypedCode = { target: string; code: string; field: string }

/**
 * The right code opens once. Of several, all are used or none: whoever mistypes one need not ask for the other again.
 * Gives the fields of those that are wrong.
 */
export async function takeCodes(context: Context, typed: readonly TypedCode[]): Promise<string[]> {
  const wrong: string[] = []
  const right = []
  for (const { target, code, field } of typed) {
    const hash = await tryCode(context, target, code)
    if (hash === null) wrong.push(field)
    else right.push(and(eq(oneTimeCodes.target, target), eq(oneTimeCodes.code, hash)))
  }
  if (wrong.length > 0) return wrong
  const { rowCount } = await context.db.delete(oneTimeCodes).where(or(...right))
  return rowCount === typed.length ? [] : typed.map(({ field }) => field)
}

/**
 * A try is counted before it is made, so that many at once are not more than a few.
 * Where there is no code, the same work is done: no clock tells whether one was sent.
 */
async function tryCode({ db, clock }: Context, target: string, typed: string): Promise<string | null> {
  const isLive = and(lt(oneTimeCodes.tries, codeTries), gt(oneTimeCodes.expiresAt, clock()))
  const [tried] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(eq(oneTimeCodes.target, target), isLive))
    .returning({ code: oneTimeCodes.code })
  if (tried === undefined) {
    await hashPassword(typed)
    return null
  }
  return (await isPassword(tried.code, typed)) ? tried.code : null
}

const clearJob = 'clear-codes'

/** Numbers of people who never came are forgotten. Must be called before the jobs start. */
export function defineCodesJob({ db, clock, jobs }: Context): void {
  jobs.define(clearJob, z.object({}), async () => {
    await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, clock()))
  })
  jobs.schedule(clearJob, '43 * * * *')
}
