import { z } from 'zod'
import type { Pesewas } from '../rules/money.ts'
import { type ContainedTax, type DocumentKind, documentKinds } from '../rules/receipts.ts'
import { cedis, isoDate, named, text } from './codecs.ts'

export type DocumentSeller = { name: string; address: string; tin: string }

export type DocumentParty = { name: string; phone: string; address: string }

type DocumentLine = { name: string; quantity: number; price: Pesewas; amount: Pesewas }

/** What was sold, and for how much, when the document was issued. */
export type DocumentContents = {
  orderId: number
  trackingCode: string
  lines: DocumentLine[]
  /** Delivery and discounts: what comes to the lines, or goes off. */
  extras: { label: string; amount: Pesewas }[]
  total: Pesewas
  /** Without the taxes that the total contains. */
  net: Pesewas
  taxes: ContainedTax[]
}

export type SalesDocument = {
  number: number
  kind: DocumentKind
  refersTo: number | null
  issuedAt: Date
  seller: DocumentSeller
  customer: DocumentParty
  contents: DocumentContents
  /** Where its PDF is. */
  file: string
}

const amount = { label: z.string(), amount: cedis }

export const receiptsResponse = z.object({
  documents: z.array(
    named(
      z.object({
        number: z.int(),
        kind: z.enum(documentKinds),
        refers_to: z
          .int()
          .nullable()
          .describe('What a credit note takes back, or the invoice that a receipt confirms'),
        issued_at: isoDate,
        seller: z.object({ name: z.string(), address: z.string(), tin: z.string() }),
        customer: z.object({ name: z.string(), phone: z.string(), address: z.string() }),
        contents: named(
          z.object({
            order_id: z.int(),
            tracking_code: z.string(),
            lines: z.array(z.object({ name: z.string(), quantity: z.int(), price: cedis, amount: cedis })),
            extras: z.array(z.object(amount)).describe('Delivery and discounts'),
            total: cedis,
            net: cedis.describe('Without the taxes that the total contains'),
            taxes: z.array(
              z.object({
                name: z.string(),
                rate: z.int().describe('In hundredths of a percent'),
                amount: cedis,
              }),
            ),
          }),
        ),
        file: z.string().describe('Where its PDF is'),
      }),
    ),
  ),
})

export const officeReceiptsResponse = receiptsResponse.extend({
  is_set_up: z.boolean().describe('Whether the settings say who sells; before that none is issued'),
})

export type OfficeReceiptsResponse = z.input<typeof officeReceiptsResponse>
export type ReceiptsResponse = z.input<typeof receiptsResponse>

/** Whoever is signed in and asks for an own order needs no phone number. */
export const receiptsBody = z.strictObject({ code: text(20), phone: text(30).optional() })

export const receiptFileQuery = z.strictObject({ key: text(60) })
