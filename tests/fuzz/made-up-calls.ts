import fc, { type Arbitrary } from 'fast-check'
import { fuzzValue, mostlyFitting, type Schema } from '#server/testing/fuzz-values.ts'
import { writeForm } from './broken-forms.ts'
import { addressOf, type Route } from './described-routes.ts'
import type { Question, Role } from './target.ts'
import { validFile, validValue } from './valid-values.ts'

export type Call = { route: Route; url: string; role: Role | null; question: Question }

/** Makes up calls of a route; the same seed makes the same calls. `jar` is a product that can be ordered. */
export function openImagination(jar: number) {
  const inputs = new Map<Route, Arbitrary<CallInput>>()
  return (route: Route, count: number, seed: number): Call[] => {
    // To think out what a route takes costs more than to make up a hundred calls.
    const input = inputs.get(route) ?? inputOf(route, jar)
    inputs.set(route, input)
    return fc.sample(input, { numRuns: count, seed }).map((made) => write(route, made))
  }
}

type CallInput = {
  url: string
  body?: unknown
  files: Record<string, Uint8Array | undefined>
  role: Role | null
  /** The kind of body, if it is another than the route wants. */
  type: string | null
  again: boolean
}

const otherTypes = fc.constantFrom(
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
)

/** Some of the first numbers that the shop gives, so that the call is about something. */
const numbers = fc.constantFrom('1', '2', '3', '4', '1001', '1002', '1003', '1004')

function inputOf(route: Route, jar: number): Arbitrary<CallInput> {
  const { path, parameters, body, files } = route
  const place = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const values = (where: string) =>
    fc.record(Object.fromEntries(place(where).map(({ name, schema }) => [name, parameterOf(schema)])), {
      requiredKeys: where === 'path' ? (place(where).map(({ name }) => name) as never[]) : [],
    })
  return fc
    .record({
      parts: values('path'),
      query: values('query'),
      files: fc.record(Object.fromEntries((files ?? []).map((name) => [name, fileFor(name)])), {
        requiredKeys: [],
      }),
      body: body ? fc.oneof(mostlyFitting(body), nearlyGood(route, body, jar)) : fc.option(fuzzValue),
      role: fc.constantFrom<Role | null>('admin', 'admin', 'driver', 'customer', null),
      again: fc.integer({ min: 0, max: 19 }).map((roll) => roll === 0),
      type: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: otherTypes }),
    })
    .map(({ parts, query, ...input }) => ({ ...input, url: addressOf(path, parts, query) }))
}

/** A good body in which one thing is another: it passes the checks, to where the work is done. */
function nearlyGood({ name }: Route, body: Schema, jar: number): Arbitrary<unknown> {
  const good = validValue(name, body, jar)
  const others = Object.entries(body.properties ?? {}).map(([field, schema]) =>
    mostlyFitting(schema).map((value) => ({ ...good, [field]: value })),
  )
  return fc.oneof(fc.constant(good), ...others)
}

function parameterOf(schema: Schema & { pattern?: string } = {}): Arbitrary<unknown> {
  return schema.pattern?.startsWith('^\\d') ? fc.oneof(numbers, mostlyFitting(schema)) : mostlyFitting(schema)
}

function fileFor(name: string): Arbitrary<Uint8Array> {
  return fc.oneof(fc.constant(validFile(name)), fc.uint8Array({ maxLength: 300 }))
}

function write(route: Route, { url, body, files, role, type, again }: CallInput): Call {
  const isBodiless = body === null || body === undefined || route.method === 'GET'
  if (isBodiless) return { route, url, role, question: {} }
  if (route.files && type === null) return { route, url, role, question: writeForm(Object(body), files) }
  const written = JSON.stringify(body)
  const headers = { 'content-type': type ?? 'application/json' }
  return { route, url, role, question: { headers, body: again ? doubled(written) : written } }
}

/** The same key twice, which JSON allows. */
function doubled(json: string): string {
  const [, key] = /^\{("[^"\\]+":)/.exec(json) ?? []
  return key === undefined ? json : `{${key}null,${json.slice(1)}`
}
