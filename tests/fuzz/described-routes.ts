import { z } from 'zod'
import { writableForms } from '#server/testing/access-table-fields.ts'
import type { Schema } from '#server/testing/fuzz-values.ts'
import { jsonOf, type Target } from './target.ts'

type Parameter = { in: string; name: string; schema?: Schema }

type Content = { content?: Record<string, { schema?: Schema }> }

export type Route = {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  /** Of JSON, or of the texts in a form with files. */
  body: Schema | null
  /** The names under which a form brings files; null where none is taken. */
  files: readonly string[] | null
  /** The status of each answer that is not a refusal, and what it must look like when it is JSON. */
  answers: Map<number, z.ZodType | null>
}

type Operation = { parameters?: Parameter[]; requestBody?: Content; responses?: Record<string, Content> }

/** Every route, as the shop itself describes them. */
export async function listRoutes({ ask }: Target): Promise<Route[]> {
  const { paths } = jsonOf<{ paths: Record<string, Record<string, Operation>> }>(
    await ask('GET', '/api/docs/json'),
  )
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const form = writableForms[name]
      return {
        name,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body: form ? textsNamed(form.texts) : schemaIn(operation.requestBody),
        files: form ? form.files.split(' ') : null,
        answers: answersOf(operation),
      }
    }),
  )
}

function textsNamed(names: string): Schema {
  const each = names.split(' ').filter((name) => name !== '')
  return { type: 'object', properties: Object.fromEntries(each.map((name) => [name, { type: 'string' }])) }
}

function answersOf({ responses = {} }: Operation): Route['answers'] {
  return new Map(
    Object.entries(responses).map(([status, content]) => {
      const schema = schemaIn(content)
      return [Number(status), schema && z.fromJSONSchema(schema as never, { defaultTarget: 'openapi-3.0' })]
    }),
  )
}

function schemaIn(content?: Content): Schema | null {
  return content?.content?.['application/json']?.schema ?? null
}

/** The address with its parts filled in. An empty part would be the address of another route. */
export function addressOf(path: string, parts: object, query: object): string {
  const written = Object.entries(parts).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, () => encode(value) || '-'),
    path,
  )
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return asked.length === 0 ? written : `${written}?${asked.join('&')}`
}

/** Half of a letter cannot be written in an address at all. */
function encode(value: unknown): string {
  return encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())
}
