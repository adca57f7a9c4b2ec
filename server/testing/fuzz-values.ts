import fc, { type Arbitrary } from 'fast-check'

/** As much of JSON Schema as the shop's own description of its API uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
}

const nastyTexts = [
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202Eabc',
  '💅🏾'.repeat(40),
  "'; drop table orders; --",
  '" onmouseover="alert(1)',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '%2e%2e%2f%00',
  'a\r\nset-cookie: x=1',
  '=1+1',
  'é'.repeat(5_000),
  '(a+)+$',
  '__proto__',
  '1e400',
  'NaN',
  '2026-02-30T25:61:61Z',
]

const nastyNumbers = [0, -0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER + 1, 2 ** 31, -(2 ** 31) - 1]

/** Drawn by its number: Fast-check’s own list of all letters takes a second to make. */
const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

/** Something that nobody who reads the description would send. */
export const fuzzValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], ...nastyNumbers, ...nastyTexts),
  fc.string({ unit: anyLetter, maxLength: 200 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
)

/** What fits the schema, and now and then what does not. */
export function mostlyFitting(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fuzzValue })
}

function fitting(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map(mostlyFitting))
  const [type] = [schema.type].flat()
  if (type === 'object') return objectOf(schema)
  if (type === 'array') return fc.array(mostlyFitting(schema.items ?? {}), { maxLength: 3 })
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return textOf(schema)
  return fuzzValue
}

function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, mostlyFitting(schema)]),
  )
  const known = required.filter((name) => name in fields)
  const whole = fc.record(fields, { requiredKeys: known as never[] })
  const spoiled = fc.tuple(
    whole,
    fc.dictionary(fc.constantFrom('extra', '__proto__', 'constructor'), fuzzValue),
  )
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: spoiled.map(([fine, extra]) => ({ ...fine, ...extra })) },
  )
}

function numberOf({ minimum = 0, maximum = 1_000 }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), minimum + 50) }),
    fc.constantFrom(minimum - 1, maximum + 1, minimum, maximum),
  )
}

function textOf({ maxLength = 300, format }: Schema): Arbitrary<string> {
  const nasty = { weight: 2, arbitrary: fc.constantFrom(...nastyTexts) }
  if (format === 'email') return fc.oneof({ weight: 3, arbitrary: fc.emailAddress() }, nasty)
  if (format === 'uuid') return fc.oneof({ weight: 3, arbitrary: fc.uuid() }, nasty)
  if (format === 'date-time') {
    return fc.oneof(
      { weight: 3, arbitrary: fc.date({ noInvalidDate: true }).map((day) => day.toISOString()) },
      nasty,
    )
  }
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: anyLetter, maxLength: Math.min(maxLength + 1, 400) }) },
    nasty,
  )
}
