import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashText, isSameSecret } from '#server/platform/hash.ts'
import { limitCodes } from './limits.ts'
import type { Place } from './sessions.ts'
import { recoveryCodes, secondFactors } from './tables.ts'

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

/** What every authenticator app takes for granted (RFC 6238): a new code of six digits each half minute, from SHA-1. */
const stepMs = 30_000
const digits = 6

export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / stepMs)
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Which half minute this code belongs to: this one, the one before or the next, for a phone whose clock is a little off. */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  const now = totpStep(at)
  let found: number | null = null
  for (const step of [now - 1, now, now + 1]) if (isSameSecret(totpCode(secret, step), code)) found = step
  return found
}

/** What an authenticator app reads from the picture. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
