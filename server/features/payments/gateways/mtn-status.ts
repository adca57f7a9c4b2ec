import { fromCedis, plainCedis } from '#rules/money.ts'
import { isObject, readObject, readText } from './call-gateway.ts'
import type { GatewayStatus, PaymentFacts, RefundFacts, RefundStatus } from './gateway.ts'

/** MTN's firewall turns away apostrophes, brackets and the like: notes are letters, digits and spaces only. */
export function toRequest({ reference, amount, currency, phone, trackingCode }: PaymentFacts) {
  const note = plain(`Order ${trackingCode}`)
  return {
    amount: plainCedis(amount),
    currency,
    externalId: reference,
    payer: { partyIdType: 'MSISDN', partyId: phone },
    payerMessage: note,
    payeeNote: note,
  }
}

export function toRefundRequest({ reference, amount, currency, payment, trackingCode }: RefundFacts) {
  const note = plain(`Refund of order ${trackingCode}`)
  return {
    amount: plainCedis(amount),
    currency,
    externalId: reference,
    payerMessage: note,
    payeeNote: note,
    referenceIdToRefund: payment,
  }
}

function plain(note: string): string {
  return note.replace(/[^A-Za-z0-9 ]/g, '')
}

/** Money that went back in another amount than ours is for a person to look at. */
export function readRefundStatus(text: string, { reference, amount, currency }: RefundFacts): RefundStatus {
  const status = readStatus(text)
  if (status.is === 'refunded') return { is: 'no_answer' }
  if (status.is !== 'succeeded') return status.is === 'pending' ? { is: 'pending' } : status
  const { paid, raw } = status
  const isOurs = paid.amount === amount && paid.currency === currency && paid.reference === reference
  return isOurs
    ? { is: 'succeeded', gatewayId: paid.transactionId, raw }
    : { is: 'stuck', reason: 'TOLD_OTHERWISE', raw }
}

/** The status first: a reason beside a status that is not FAILED means nothing. */
export function readStatus(text: string): GatewayStatus {
  const said = readObject(text)
  const raw = text.slice(0, 2_000)
  switch (said?.status) {
    case 'SUCCESSFUL':
      return {
        is: 'succeeded',
        raw,
        paid: {
          amount: fromCedis(readText(said.amount) ?? ''),
          currency: readText(said.currency),
          reference: readText(said.externalId),
          transactionId: readText(said.financialTransactionId),
        },
      }
    case 'FAILED':
      return { is: 'failed', reason: readReason(said.reason), raw }
    default:
      return said === null ? { is: 'no_answer' } : { is: 'pending' }
  }
}

/** A bare word, as MTN sends it since 2024, or an object, as its examples show it. */
function readReason(reason: unknown): string {
  const code = isObject(reason) ? reason.code : reason
  return readText(code)?.slice(0, 100) ?? 'UNKNOWN'
}
