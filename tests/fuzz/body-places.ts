import type { Schema } from '#server/testing/fuzz-values.ts'
import { sample } from './valid-values.ts'

/** One place in a body, and the whole body with something else there. */
export type Place = { name: string; schema: Schema; fill(value: unknown): unknown }

/** Every place in a body, however deep. What the good body leaves out is added on the way to it. */
export function placesIn(schema: Schema, good: unknown): Place[] {
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, below]) => {
    const fields = good as Record<string, unknown>
    return within(name, below, fields[name], (value) => ({ ...fields, [name]: value }))
  })
  const [first, ...rest] = Array.isArray(good) ? good : []
  const listed = schema.items ? within('0', schema.items, first, (value) => [value, ...rest]) : []
  return [...either.flatMap((each) => placesIn(each, sample(each))), ...inside, ...listed]
}

function within(name: string, schema: Schema, good: unknown, put: (value: unknown) => unknown): Place[] {
  const deeper = placesIn(schema, good ?? sample(schema))
  return [
    { name, schema, fill: put },
    ...deeper.map((place) => ({
      ...place,
      name: `${name}.${place.name}`,
      fill: (value: unknown) => put(place.fill(value)),
    })),
  ]
}
