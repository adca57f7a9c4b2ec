import { z } from 'zod'
import { changedThings } from '../rules/change-labels.ts'
import { isoDate, named } from './codecs.ts'

const number = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)

export const changesQuery = z.strictObject({
  thing: z.enum(changedThings).optional(),
  /** Who did it: a person's id, or `shop` for what happened by itself. */
  person: z.union([z.uuid(), z.literal('shop')]).optional(),
  /** Only what is older than this entry. */
  before: number.pipe(z.int().min(1).max(2_147_483_647)).optional(),
  limit: number.pipe(z.int().min(1).max(100)).default(50),
})

export type ChangesFilter = z.infer<typeof changesQuery>

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })

export const changeResponse = named(
  z.object({
    id: z.int(),
    at: isoDate,
    /** `shop` is the shop itself or its owner at the command line; null, an account that was deleted since. */
    by: z.union([person, z.literal('shop'), z.null()]),
    thing: z.string(),
    thing_id: z.string(),
    /** What it is called today; null when it is gone. */
    thing_name: z.string().nullable(),
    /** As a sentence goes on after the name: "changed the price". */
    action: z.string(),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
  }),
)

export const changesResponse = z.object({
  changes: z.array(changeResponse),
  /** Where older ones begin, to be sent as `before`; null at the end of the list. */
  older: z.int().nullable(),
})

export const changersResponse = z.array(person)

export type ChangeResponse = z.input<typeof changeResponse>
export type ChangesResponse = z.input<typeof changesResponse>
export type ChangerResponse = z.input<typeof person>
