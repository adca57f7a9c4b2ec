import { z } from 'zod'
import { longestEmail } from '../rules/account-fields.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { paymentStates } from '../rules/payment-states.ts'
import { cedis, givenCedis, isoDate, named, paging, requiredText, text } from './codecs.ts'

export const gatewayNames = ['mtn', 'paystack', 'test'] as const

export type GatewayName = (typeof gatewayNames)[number]

/** Name, e-mail and description are taken as the specification's client sends them; what counts is in the order. */
export const startPaymentBody = named(
  z.strictObject({
    amount: givenCedis.describe('What the order owes, in cedis'),
    orderId: z
      .union([z.int().min(1).max(2_147_483_647), requiredText(20, 'Please say which order.')])
      .describe('The number or the tracking code of the order'),
    customerPhone: requiredText(100, 'Enter a valid MTN MoMo number').describe(
      'The number of the order; another one only with the tracking code beside it',
    ),
    tracking_code: text(20).nullish(),
    customerName: text(500).nullish(),
    customerEmail: text(longestEmail).nullish(),
    description: text(500).nullish(),
  }),
  { customerPhone: 'phone' },
)

export const startedPaymentResponse = named(z.object({ referenceId: z.string(), paymentUrl: z.string() }), {
  referenceId: 'reference',
})

export const referenceParams = z.object({ referenceId: z.string() })

export const retryPaymentBody = z.strictObject({ customerPhone: text(100).optional() })

export const testAnswerBody = z.strictObject({ answer: z.enum(['approve', 'decline']) })

export const payOnDeliveryResponse = z.object({
  order: named(z.object({ id: z.int(), tracking_code: z.string() })),
})

/** Whoever has the reference sees this: nothing personal beyond the mask. */
export const paymentResponse = named(
  z.object({
    referenceId: z.string(),
    state: z.enum(paymentStates),
    reason: z.string().nullable().describe('Words for a person'),
    amount: cedis,
    currency: z.string(),
    phone: z.string().describe('Masked: 024 *** *567'),
    gateway: z.enum(gatewayNames),
    is_test: z.boolean().describe('No money moves'),
    refunded: cedis.describe('What has gone back so far'),
    order: named(
      z.object({
        id: z.int(),
        tracking_code: z.string(),
        order_status: z.enum(orderStatuses),
        pays_on_delivery: z.boolean().describe('The customer chose to pay at the door instead'),
      }),
      { order_status: 'status', pays_on_delivery: 'isPaidAtDoor' },
    ),
    created_at: isoDate,
    expires_at: isoDate.describe('Until then the customer can approve'),
    hold_until: isoDate
      .nullable()
      .describe('Until then the products are kept; null when it no longer matters'),
    is_sent: z.boolean().describe('The gateway has it: a prompt is on the phone, or its page is open'),
    payment_url: z.string().nullable().describe('The gateway’s page, while it can be paid there'),
    may_retry: z.boolean(),
    may_pay_on_delivery: z.boolean(),
  }),
  { referenceId: 'reference' },
)

export const paymentListQuery = named(
  z.strictObject({
    ...paging(50),
    state: z.enum(paymentStates).optional(),
    order_id: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'Please give the number of an order' })
      .transform(Number)
      .optional(),
  }),
)

const refundResponse = named(
  z.object({
    reference: z.string(),
    amount: cedis,
    state: z.enum(['under_way', 'paid_back', 'failed']),
    by_hand: z.boolean(),
    is_double: z.boolean().describe('Paid back twice: more than was due went back with it'),
    reason: z.string().nullable().describe('Words for a person'),
    gateway_says: z.string().nullable().describe('Its last answer, word for word'),
    uncertain_until: isoDate
      .nullable()
      .describe('The gateway said no and may still pay it; until then nothing is sent in its place'),
    may_decide: z.boolean().describe('It takes too long, or the gateway waits: a person may decide'),
    note: z.string(),
    decision_note: z.string().nullable().describe('How a person decided about it'),
    created_at: isoDate,
  }),
  { gateway_says: 'lastAnswer' },
)

export const adminPaymentResponse = named(
  z.object({
    referenceId: z.string(),
    state: z.enum(paymentStates),
    reason: z.string().nullable().describe('Words for a person'),
    reason_code: z.string().nullable().describe('The gateway’s own word'),
    amount: cedis,
    currency: z.string(),
    told_amount: cedis.nullable().describe('What the gateway says was paid, when it differs'),
    told_currency: z.string().nullable(),
    differences: z
      .array(
        z.object({ what: z.enum(['Amount', 'Currency', 'Reference']), asked: z.string(), told: z.string() }),
      )
      .describe('Where what was paid is not what was asked for'),
    gateway_says: z.string().nullable().describe('Its last answer, word for word'),
    transaction_id: z.string().nullable(),
    phone: z.string(),
    gateway: z.enum(gatewayNames),
    is_test: z.boolean(),
    is_late: z.boolean().describe('The money came after we had given it up'),
    is_odd: z.boolean().describe('Not what was asked for: what goes back of it is typed by a person'),
    attempt: z.int(),
    refunded: cedis.describe('What has gone back so far'),
    may_accept: z.boolean().describe('A person may say that it pays its order'),
    refundable: cedis.describe('What can still go back; 0 while a refund is under way'),
    may_refund_online: z.boolean().describe('The gateway sends it back; otherwise a person does'),
    refunds: z.array(refundResponse).describe('Newest first'),
    note: z.string().nullable(),
    order: named(
      z.object({
        id: z.int(),
        tracking_code: z.string(),
        order_status: z.enum(orderStatuses),
        customer_name: z.string(),
      }),
      { order_status: 'status' },
    ),
    created_at: isoDate,
    updated_at: isoDate,
  }),
  {
    referenceId: 'reference',
    told_amount: 'reportedAmount',
    told_currency: 'reportedCurrency',
    gateway_says: 'lastAnswer',
    refunded: 'refundedAmount',
    updated_at: 'stageAt',
  },
)

const noteText = 'Please write how, for the books.'

export const refundBody = named(
  z.strictObject({
    amount: givenCedis
      .optional()
      .describe(
        'In cedis; absent: all that is left. Must be given when another amount came in than asked for',
      ),
    note: requiredText(500, 'Please write why, for the books.'),
    by_hand: z
      .boolean()
      .default(false)
      .describe('It was paid back another way; the shop only writes it down'),
    refunded_before: givenCedis
      .optional()
      .describe('What had gone back when the person looked; a second press is then refused'),
  }),
)

export const refundedBody = z.strictObject({
  amount: givenCedis.optional().describe('Must be given when another amount came in than asked for'),
  note: requiredText(500, noteText),
})
export const refundDecisionBody = z.strictObject({
  outcome: z
    .enum(['paid_back', 'not_paid_back', 'settled'])
    .describe('What the pages of the gateway show; settled: it went out twice, and both are even again'),
  note: requiredText(500, noteText),
})

export const refundParams = referenceParams.extend({ refund: z.string() })

export const acceptBody = z.strictObject({ note: requiredText(500, noteText) })

export type StartedPaymentResponse = z.input<typeof startedPaymentResponse>
export type PaymentResponse = z.input<typeof paymentResponse>
export type AdminPaymentResponse = z.input<typeof adminPaymentResponse>
export type RefundResponse = z.input<typeof refundResponse>
export type PayOnDeliveryResponse = z.input<typeof payOnDeliveryResponse>
export type PaymentListQuery = z.output<typeof paymentListQuery>

/** A payment as its page loads it: `shop.payments.find(reference)`. */
export type ShownPayment = z.output<typeof paymentResponse>

export type AdminPayment = z.output<typeof adminPaymentResponse>
