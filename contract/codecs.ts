import { z } from 'zod'
import { toCedis, toPesewas } from '../rules/money.ts'
import { pictureAddress } from '../rules/picture-address.ts'
import type { PictureData } from './fields.ts'

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

type Files = Pick<PictureData, 'id' | 'widths'>

/** The address of a picture's smallest file, for lists. */
export const smallPicture = written(z.string(), ({ id, widths }: Files) =>
  pictureAddress(id, Math.min(...widths), 'webp'),
)

/** The address of a picture's largest file. */
export const largePicture = written(z.string(), ({ id, widths }: Files) =>
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
