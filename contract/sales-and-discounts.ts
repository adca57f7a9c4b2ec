import { z } from 'zod'
import { maximumQuantity } from '../rules/cart.ts'
import { defaultDeliveryOption, deliveryOptions } from '../rules/delivery-fee.ts'
import { type DiscountFields, longestDiscountName, mostDiscountTargets } from '../rules/discount-fields.ts'
import { discountKinds } from '../rules/discounts.ts'
import { longestSaleName, mostSaleProducts, saleScopes } from '../rules/sale-fields.ts'
import { cedis, givenCedis, givenDate, isoDate, named, text } from './codecs.ts'

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

/** What one discount took off an order. */
export const orderDiscount = named(
  z.object({
    name: z.string(),
    code: z.string().nullable().describe('As it is stored; null for a discount that holds by itself'),
    amount: cedis,
  }),
)

/** The same for every answer that shows an order. */
export const orderDiscountFields = {
  discounts: z.array(orderDiscount),
  discount_total: cedis.describe('What all discounts take off products and delivery'),
}

export const typedCode = text(60)

const whole = z.int().min(-2_147_483_648).max(2_147_483_647)

const fields = {
  name: text(longestDiscountName * 4),
  kind: z.enum(discountKinds, { error: 'Please choose what it gives' }),
  percent: z.number().nullable().default(null),
  amount: givenCedis.nullable().default(null),
  buy_quantity: z.number().nullable().default(null),
  get_quantity: z.number().nullable().default(null),
  minimum_spend: givenCedis.default(0),
  product_ids: z.array(whole).max(mostDiscountTargets).default([]),
  categories: z.array(text(200)).max(mostDiscountTargets).default([]),
  first_order_only: z.boolean().default(false),
  uses_per_customer: z.number().nullable().default(null).describe('For one phone number'),
  most_uses: z.number().nullable().default(null),
  starts_at: givenDate.nullable().default(null),
  ends_at: givenDate.nullable().default(null),
  combinable: z.boolean().default(false),
  automatic: z.boolean().default(false).describe('Holds without a code'),
  enabled: z.boolean().default(true),
  code: text(60).default('').describe('Empty with codes of their own for every customer'),
}

const names = {
  first_order_only: 'isFirstOrderOnly',
  combinable: 'isCombinable',
  automatic: 'isAutomatic',
  enabled: 'isEnabled',
} as const

/** The whole discount; `expected` is the updated_at that was seen. */
export const discountBody = named(z.strictObject({ ...fields, expected: isoDate.optional() }), names)

/** Compared with what the rules check, so that neither forgets a field of the other. */
export type DiscountInput = z.output<typeof discountBody> & DiscountFields

export const discountResponse = named(
  z.object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(discountKinds),
    percent: z.int().nullable(),
    amount: cedis.nullable(),
    buy_quantity: z.int().nullable(),
    get_quantity: z.int().nullable(),
    minimum_spend: cedis,
    product_ids: z.array(z.int()),
    categories: z.array(z.string()),
    first_order_only: z.boolean(),
    uses_per_customer: z.int().nullable(),
    most_uses: z.int().nullable(),
    starts_at: isoDate.nullable(),
    ends_at: isoDate.nullable(),
    combinable: z.boolean(),
    automatic: z.boolean(),
    enabled: z.boolean(),
    code: z.string(),
    uses: z.int().describe('Orders that stand and use it; without a limit counted up to 10000'),
    codes: z.int().describe('Codes of their own for every customer'),
    codes_used: z.int(),
    was_used: z.boolean().describe('By any order, also a cancelled one: it cannot be deleted'),
    updated_at: isoDate,
  }),
  names,
)

export type DiscountResponse = z.input<typeof discountResponse>

export const makeCodesBody = z.strictObject({ count: z.number(), prefix: text(60).default('') })

const cartItem = named(z.strictObject({ product_id: z.int(), quantity: z.int().min(1).max(maximumQuantity) }))

/** A cart as it stands; the place is left out as long as it is not known. */
export const checkDiscountsBody = named(
  z.strictObject({
    items: z.array(cartItem).min(1).max(100),
    discount_code: typedCode.default(''),
    delivery_option: z.enum(deliveryOptions).default(defaultDeliveryOption),
    state: text(500).optional(),
    city: text(500).optional(),
  }),
  { items: 'lines', state: 'region' },
)

export type CheckDiscounts = z.output<typeof checkDiscountsBody>

export const checkedDiscountsResponse = named(
  z.object({
    ...orderDiscountFields,
    subtotal: cedis,
    delivery_fee: cedis.nullable().describe('Null while the place is not known'),
    order_total: cedis.describe('What the customer pays'),
    refused: z.string().nullable().describe('Why the code does not hold, in words'),
  }),
  { discount_total: 'discount', order_total: 'total' },
)

export type CheckedDiscountsResponse = z.input<typeof checkedDiscountsResponse>
