import { fromCedis, plainCedis } from '../../../../rules/money.ts'
import { isObject, readObject, readText } from './call-gateway.ts'
import type { GatewayWord, PaymentFacts } from './gateway.ts'

/** MTN's firewall turns away apostrophes, brackets and the like: notes are letters, digits and spaces only. */
export function toRequest({ reference, amount, currency, phone, trackingCode }: PaymentFacts) {
  const note = `Order ${trackingCode}`.replace(/[^A-Za-z0-9 ]/g, '')
  return {
    amount: plainCedis(amount),
    currency,
    externalId: reference,
    payer: { partyIdType: 'MSISDN', partyId: phone },
    payerMessage: note,
    payeeNote: note,
  }
}

/** The status first: a reason beside a status that is not FAILED means nothing. */
export function readStatus(text: string): GatewayWord {
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
