import { hash, type Options, verify } from '@node-rs/argon2'
import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { commonPasswordWords, longCommonPasswords } from './guessed-passwords.ts'
import { credentials, passwordProvider } from './tables.ts'

/** Argon2id with 19 MiB and two passes: slow for a thief with a stolen table, quick for one customer. */
const argon2id: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), argon2id)
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalise(password))
}

/** Two keyboards can send the same accented letter as different characters. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

export async function storePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .update(credentials)
    .set({ password: passwordHash, updatedAt: now })
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider)))
}

const shortest = 12

/** What speaks against a password for somebody with a role; null if nothing does. */
export function staffPasswordMistake(password: string): string | null {
  if ([...password].length < shortest) return `People with a role need at least ${shortest} characters`
  if (!isEasyToGuess(password, shortest)) return null
  return 'This password is too common. Please choose another one, such as three words in a row.'
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

/**
 * Whether somebody who knows how people choose passwords tries this one early: from leaked lists, made of a few common words,
 * one word with numbers around it, a row or a walk on the keyboard, or a short text again and again.
 */
function isEasyToGuess(password: string, shortest: number): boolean {
  const original = password.normalize('NFKC')
  const plain = original.toLowerCase()
  if (new Set(plain).size < 5 || longCommonPasswords.has(plain)) return true
  if (isRun(plain.replace(/[^a-z0-9]/g, '')) || isTwoRuns(plain) || isEmailAddress(plain)) return true
  const once = repeatedPart(plain)
  if (once !== plain) return once.length < shortest || isEasyToGuess(once, shortest)
  const letters = spelledOut(plain)
  if (commonPasswordWords.has(letters) || isMadeOfCommonWords(letters)) return true
  return isListOfCommonWords(plain) || isOneWord(original) || isWalkOnKeyboard(plain)
}

const isRun = (text: string) => runs.some((run) => run.includes(text))

/** As in "a1b2c3d4e5f6". */
function isTwoRuns(plain: string): boolean {
  const every = (offset: number) => [...plain].filter((_, index) => index % 2 === offset).join('')
  return isRun(every(0)) && isRun(every(1))
}

/** One's own is the first that a stranger tries; whose it is does not matter. */
function isEmailAddress(plain: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/.test(plain)
}

/** What is said twice counts once. The last time may be cut off. */
function repeatedPart(plain: string): string {
  for (let length = 1; length <= (plain.length + 1) / 2; length++) {
    const part = plain.slice(0, length)
    if (part.repeat(Math.ceil(plain.length / length)).startsWith(plain)) return part
  }
  return plain
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

const isLetter = (sign: string) => /\p{L}/u.test(sign)

/** From the first letter to the last: what is before and after it is decoration. */
function coreOf(text: string): string[] {
  const signs = [...text]
  return signs.slice(Math.max(0, signs.findIndex(isLetter)), signs.findLastIndex(isLetter) + 1)
}

/** "P@ssw0rd-2026!" is the word password with decoration; what stays is only its letters. */
function spelledOut(plain: string): string {
  return coreOf(plain)
    .map((sign) => lookalikes[sign] ?? sign)
    .filter(isLetter)
    .join('')
}

/** As in "admin123shop456". A number with a letter here and there is no list of words. */
function isListOfCommonWords(plain: string): boolean {
  const words = plain.split(/[^\p{L}]+/u).filter(Boolean)
  const isMostlyWords = words.join('').length * 3 >= plain.length
  return isMostlyWords && words.every((word) => commonPasswordWords.has(word) || isMadeOfCommonWords(word))
}

const lengthOfWord = { from: 3, to: 12 }

/** "Strawberry12" and "Butterf1y-2026", whichever word it is. Letters that were drawn at random have more capitals. */
function isOneWord(original: string): boolean {
  const core = coreOf(original)
  const isDecorated = core.length < [...original].length
  const swapped = core.filter((sign) => !isLetter(sign))
  const capitals = core.filter((sign) => sign !== sign.toLowerCase())
  const isSpelledLikeOne = capitals.length <= 2 || capitals.length === core.length - swapped.length
  const isLetters = swapped.every((sign) => sign in lookalikes) && swapped.length * 4 <= core.length
  const isAsLong = core.length >= lengthOfWord.from && core.length <= lengthOfWord.to
  return isDecorated && isAsLong && isLetters && isSpelledLikeOne
}

const keyboard = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** How far each row stands to the right of the one above it. */
const indents = [0, 0.5, 0.75, 1.25]

function keyOf(sign: string): { row: number; column: number } | null {
  const row = keyboard.findIndex((keys) => keys.includes(sign))
  const indent = indents[row]
  return indent === undefined ? null : { row, column: indent + (keyboard[row]?.indexOf(sign) ?? 0) }
}

function areNeighbours(one: string, other: string): boolean {
  const [from, to] = [keyOf(one), keyOf(other)]
  return (
    from !== null && to !== null && Math.abs(from.row - to.row) <= 1 && Math.abs(from.column - to.column) <= 1
  )
}

/** As in "1q2w3e4r5t6y7u8i9o0p": the finger hardly ever leaves the keys beside the last one. */
function isWalkOnKeyboard(plain: string): boolean {
  const signs = [...plain]
  const steps = signs.slice(1).filter((sign, place) => areNeighbours(signs[place] ?? '', sign))
  return steps.length >= 0.7 * (signs.length - 1)
}

function isMadeOfCommonWords(letters: string): boolean {
  const isReached = [true]
  for (let end = 1; end <= letters.length; end++)
    isReached[end] = isReached.some(
      (isStart, start) => isStart && start < end && commonWords.has(letters.slice(start, end)),
    )
  return isReached[letters.length] === true
}
