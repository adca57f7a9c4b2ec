import type { FastifyInstance } from 'fastify'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
}
type Content = Record<string, { schema?: Schema }>
type Operation = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }

type Description = { paths: Record<string, Record<string, Operation>> }

/** Every route of the API, as it describes itself. */
export async function describedRoutes(
  app: FastifyInstance,
): Promise<{ route: string; operation: Operation }[]> {
  const { paths }: Description = (await app.inject('/api/docs/json')).json()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      /^\/api(\/\{\*\})?$/.test(path) ? [] : [{ route: `${method.toUpperCase()} ${path}`, operation }],
    ),
  )
}

/** Every name that a schema knows, with the names above it. */
export function namesOf(schema: Schema, above = ''): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties: rest } = schema
  return [
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((each) => namesOf(each, above)),
    ...Object.entries(properties).flatMap(([name, each]) => [
      `${above}${name}`,
      ...namesOf(each, `${above}${name}.`),
    ]),
    ...(typeof rest === 'object' ? [`${above}*`] : []),
  ]
}

/** Whether some part of a form takes whatever it is given. */
export function isLoose({ properties, items, anyOf = [], oneOf = [], ...schema }: Schema): boolean {
  if (properties && schema.additionalProperties !== false) return true
  const inside = [...Object.values(properties ?? {}), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  return inside.some(isLoose)
}

/** In one order, each name once. */
export const once = (names: string[]) => [...new Set(names)].filter((name) => name !== '').sort()

export const split = (names: string) => once(names.split(' '))
