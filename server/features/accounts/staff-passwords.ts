import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { commonPasswordWords, longCommonPasswords } from './guessed-passwords.ts'
import { credentials, passwordProvider } from './tables.ts'

const shortest = 12

/**
 * The words that most common passwords are made of, with or without numbers and signs around them, as in leaked lists; and
 * those that a stranger would try here first. Longer common passwords are these words in a row.
 */
const commonWords = new Set(
  `password passwort passw0rd passcode pass word welcome letmein iloveyou ilove loveyou lovely love you monkey dragon master
  football baseball basketball sunshine princess princes superman batman spiderman starwars trustno trust no whatever
  shadow michael jennifer jordan hunter charlie andrew daniel thomas jessica ashley nicole michelle matthew joshua anthony
  computer internet samsung iphone google facebook whatsapp secret mysecret login signin admin administrator root user
  test testing tester guest default changeme change me qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx azerty
  abc abcd abcdef abcdefgh abcdefghijkl hello helloworld world freedom flower cookie cheese chocolate pepper ginger summer
  winter spring autumn monday friday sunday january december money blessed blessing godisgood god is good jesus christ
  jesuschrist jehovah lord family mother father mummy daddy baby babygirl angel angels happy forever friends bestfriend
  liverpool chelsea arsenal barcelona manchester united realmadrid ronaldo messi essien asamoah kotoko hearts
  ghana accra kumasi africa blackstars black stars adom beauty adombeauty shea butter sheabutter skincare shop myshop
  the my our and a i`
    .split(/\s+/)
    .filter(Boolean),
)

const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgb',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(13))

/** What speaks against a password for somebody with a role; null if nothing does. */
export function staffPasswordMistake(password: string): string | null {
  if ([...password].length < shortest) return `People with a role need at least ${shortest} characters`
  return isCommon(password) ? 'This password is too common. Please choose another one.' : null
}

function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < 5) return true
  if (runs.some((run) => run.includes(plain.replace(/[^a-z0-9]/g, '')))) return true
  if (isRepeated(plain) || longCommonPasswords.has(plain)) return true
  const letters = spelledOut(plain)
  return commonPasswordWords.has(letters) || isMadeOfCommonWords(letters)
}

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

function isRepeated(plain: string): boolean {
  return [1, 2, 3, 4, 5, 6].some((length) => plain.slice(0, length).repeat(plain.length).startsWith(plain))
}

const isLetter = (sign: string) => /\p{L}/u.test(sign)

/** "P@ssw0rd-2026!" is the word password with decoration; what stays is only its letters. */
function spelledOut(plain: string): string {
  const signs = [...plain]
  const core = signs.slice(signs.findIndex(isLetter), signs.findLastIndex(isLetter) + 1)
  return core
    .map((sign) => lookalikes[sign] ?? sign)
    .filter(isLetter)
    .join('')
}

function isMadeOfCommonWords(letters: string): boolean {
  const isReached = [true]
  for (let end = 1; end <= letters.length; end++)
    isReached[end] = isReached.some(
      (isStart, start) => isStart && start < end && commonWords.has(letters.slice(start, end)),
    )
  return isReached[letters.length] === true
}

/** In the words of the form that sends it. */
export function refuseWeakPassword(password: string): void {
  const mistake = staffPasswordMistake(password)
  if (mistake !== null) throw new Refusal('invalid_input', { fields: { password: mistake } })
}

/** Whether the password would do for somebody with a role: only when it is typed can anybody tell. */
export async function noteStrength(db: Database, userId: string, password: string): Promise<void> {
  const isStrong = staffPasswordMistake(password) === null
  await db
    .update(credentials)
    .set({ isStrong })
    .where(and(isPasswordOf(userId), sql`${credentials.isStrong} is distinct from ${isStrong}`))
}

export async function refuseRoleOnWeakPassword(db: Database, userId: string): Promise<void> {
  const [found] = await db
    .select({ isStrong: credentials.isStrong })
    .from(credentials)
    .where(isPasswordOf(userId))
  if (found?.isStrong !== true) throw new Refusal('weak_password')
}

function isPasswordOf(userId: string) {
  return and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider))
}
