import { z } from 'zod'
import { readDay } from '../rules/days.ts'
import { isSlot } from '../rules/delivery-days.ts'
import { toCedis, toPesewas } from '../rules/money.ts'
import { pictureAddress } from '../rules/web-address.ts'

/** The code's side of a codec, which the compiler has checked. With z.custom() here, a list of products took a fifth longer to encode. */
const ofOurs = <Value>() => z.any() as z.ZodType<Value, Value>

const pesewas = { decode: toPesewas, encode: toCedis }

/** Money: cedis on the wire, pesewas in the code. */
export const cedis = z.codec(z.number(), z.number(), pesewas)

/** Money that somebody sends. */
export const givenCedis = z.codec(z.number().min(0).max(1_000_000_000), z.number(), pesewas)

const moment = { decode: (written: string) => new Date(written), encode: (at: Date) => at.toISOString() }

/** A moment: ISO text on the wire, a date in the code. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), moment)

/** A moment that somebody sends, by a clock of any zone. */
export const givenDate = z.codec(z.iso.datetime({ offset: true }), z.date(), moment)

/** For what the shop only writes into an answer and never reads back. */
export function written<Value, Wire extends z.ZodType>(wire: Wire, encode: (value: Value) => z.output<Wire>) {
  return z.codec(wire, ofOurs<Value>(), {
    encode,
    decode: () => {
      throw new Error('This part of an answer cannot be read back')
    },
  })
}

/** What the address of a file says of its picture. */
export type PictureFiles = Pick<PictureData, 'id' | 'widths'>

/** The address of a picture's smallest file, for lists. */
export const smallPicture = written(z.string(), ({ id, widths }: PictureFiles) =>
  pictureAddress(id, Math.min(...widths), 'webp'),
)

/** The address of a picture's largest file. */
export const largePicture = written(z.string(), ({ id, widths }: PictureFiles) =>
  pictureAddress(id, Math.max(...widths), 'webp'),
)

/** A list that is one text on the wire. */
export const joined = (separator: string) =>
  written(z.string(), (parts: readonly string[]) => parts.join(separator))

type Camel<Name extends string> = Name extends `${infer Head}_${infer Next}${infer Rest}`
  ? `${Head}${Uppercase<Next>}${Camel<Rest>}`
  : Name

type CodeName<Name, Names> = Name extends keyof Names
  ? Names[Name] & string
  : Name extends string
    ? Camel<Name>
    : never

type InCode<Wire, Names> = { [Name in keyof Wire as CodeName<Name, Names>]: Wire[Name] }

type Values = Record<string, unknown>

/**
 * An object of the wire with the names that it has in the code: `created_at` is `createdAt`; where the code has a word of its
 * own, the table says it. What the code's object has besides stays at home.
 */
export function named<
  Wire extends z.ZodObject,
  const Names extends { readonly [Name in keyof z.output<Wire>]?: string } = Record<never, never>,
>(wire: Wire, names?: Names) {
  const own: Record<string, string | undefined> = names ?? {}
  const wireNames = Object.keys(wire.shape)
  const pairs = wireNames.map((name) => [name, own[name] ?? camelCase(name)] as const)
  return z.codec(wire, ofOurs<InCode<z.output<Wire>, Names>>(), {
    decode: (sent) => {
      const values: Values = {}
      for (const [name, inCode] of pairs) if (sent[name] !== undefined) values[inCode] = sent[name]
      return values as InCode<z.output<Wire>, Names>
    },
    encode: (value) => {
      const values: Values = {}
      for (const [name, inCode] of pairs) values[name] = (value as Values)[inCode]
      return values as z.output<Wire>
    },
  })
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Text that can be stored and shown: no NUL, no half of a character, trimmed, never endless. */
export function text(atMost: number, notText = 'Please enter text here.') {
  return z
    .string({ error: notText })
    .max(atMost, { error: `Please use at most ${atMost} characters.`, abort: true })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'This text contains characters we cannot store.',
    })
    .transform((value) => value.trim())
}

/** The same words whether the field is empty, missing or no text at all. */
export function requiredText(atMost: number, error: string) {
  return text(atMost, error).refine((value) => value !== '', { error })
}

const wrongDay = 'Please write the day as 2026-03-05'

export const writtenDay = z
  .string({ error: wrongDay })
  .max(10, { error: wrongDay })
  .refine((written) => readDay(written) !== null, { error: wrongDay })

const wrongSlot = 'Please write the time as 09-12'

/** When on the day it is brought, in whole hours. */
export const writtenSlot = z
  .string({ error: wrongSlot })
  .max(5, { error: wrongSlot })
  .refine(isSlot, { error: wrongSlot })

export const mostOnAPage = 100

/** Lists are asked for in pages; a page has a bounded size. */
export function paging(defaultLimit: number) {
  const limit = wholeNumber(1, mostOnAPage).default(defaultLimit)
  return { page: wholeNumber(1, 10_000).default(1), limit }
}

export const idParams = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** A number in an address, in digits and nothing else: `1e3`, `0x10` and an empty text are no numbers here. */
function wholeNumber(least: number, most: number) {
  const error = `Please use a whole number from ${least} to ${most}.`
  return z
    .string({ error })
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

/** A picture of the shop as a page needs it. Its files lie at `pictureAddress(id, width, format)`. */
export type PictureData = {
  id: string
  alt: string
  /** The natural size of the largest file. */
  width: number
  height: number
  /** Fills the frame until the picture is there. */
  colour: string
  /** A tiny blurred version as a data address, for pictures that are seen first. */
  blur: string | null
  widths: number[]
  /** The smaller AVIF files are made in the background, a moment after the upload. */
  hasAvif: boolean
}

/** On a card, whose name stands below it and is read out instead. */
export type CardPicture = Omit<PictureData, 'alt' | 'blur'>
