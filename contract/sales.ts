import { z } from 'zod'
import { longestSaleName, mostSaleProducts, saleScopes } from '../rules/sale-fields.ts'
import { cedis, givenCedis, givenDate, isoDate, named } from './codecs.ts'
import { text } from './fields.ts'

const productNumber = z.int().min(1).max(2_147_483_647)

/** A sale for the back office. */
export const saleResponse = named(
  z.object({
    id: z.int(),
    name: z.string(),
    percent: z.int().nullable().describe('What is taken off; null where an amount is'),
    amount: cedis.nullable(),
    floor: cedis.describe('No price is reduced below this one'),
    scope: z.enum(saleScopes),
    category: z
      .string()
      .nullable()
      .describe('The slug; null where it is for no category, or its category is gone'),
    products: z.array(z.object({ id: z.int(), name: z.string() })),
    starts_at: isoDate,
    ends_at: isoDate.describe('From this moment on the regular prices hold again'),
    countdown: z.boolean().describe('The banner of the home page counts down to its end'),
    state: z.enum(['running', 'coming', 'over']),
    updated_at: isoDate,
  }),
  { countdown: 'hasCountdown' },
)

export type SaleResponse = z.input<typeof saleResponse>

/** What a sale takes off is either a percentage or an amount. */
export const saleBody = named(
  z.strictObject({
    name: text(longestSaleName * 2),
    percent: z.number().nullish(),
    amount: givenCedis.nullish(),
    floor: givenCedis.nullish(),
    scope: z.enum(saleScopes),
    category: text(200).nullish(),
    product_ids: z.array(productNumber).max(mostSaleProducts).optional(),
    starts_at: givenDate,
    ends_at: givenDate,
    countdown: z.boolean().optional(),
    /** The updated_at that was seen. Without it, whatever is there is overwritten. */
    expected: isoDate.optional(),
  }),
  { countdown: 'hasCountdown' },
)

export type SaleInput = z.output<typeof saleBody>

export const expectedSale = z.strictObject({ expected: isoDate.optional() })
