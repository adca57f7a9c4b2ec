import { isRecord } from '#rules/is-record.ts'
import { fromCedis, plainCedis } from '#rules/money.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { MtnKeys, PaymentsConfig } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/context.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { readObject, readText } from './call-gateway.ts'
import type {
  Gateway,
  GatewayStatus,
  PaymentFacts,
  RefundFacts,
  RefundGateway,
  RefundStart,
  RefundStatus,
  StartResult,
  Throttle,
} from './gateway.ts'
import { judgeStart, openMtnCalls } from './mtn-calls.ts'

type MtnConfig = Extract<PaymentsConfig, { gateway: 'mtn' }>

/** MTN MoMo Collections: the customer approves on the phone while our own page waits. */
export function openMtn(config: MtnConfig, publicUrl: string, clock: Clock, throttle: Throttle): Gateway {
  const { environment, callbackToken, disbursement } = config
  const call = openMtnCalls(config, { ...config, name: 'collection', resource: 'requesttopay' }, clock)
  const isTest = environment === 'sandbox'
  const callbackOf = (reference: string) =>
    `${publicUrl}/api/payments/callbacks/mtn/${callbackToken}/${reference}`

  async function ask({ reference }: PaymentFacts): Promise<GatewayStatus> {
    if (!(await throttle())) return { is: 'not_asked' }
    const reply = await call(`/${reference}`, {})
    if (reply?.is !== 'answered') return { is: 'no_answer' }
    if (reply.status === 404) return { is: 'not_found' }
    return reply.status === 200 ? readStatus(reply.text) : { is: 'no_answer' }
  }

  async function start(payment: PaymentFacts): Promise<StartResult> {
    const { reference } = payment
    const headers = { 'x-reference-id': reference, 'x-callback-url': callbackOf(reference) }
    const reply = await call('', { headers, body: toRequest(payment) })
    const answer = await judgeStart(reply, async () => {
      const { is } = await ask(payment)
      return is === 'no_answer' || is === 'not_asked' ? null : is !== 'not_found'
    })
    return answer.is === 'accepted' ? { ...answer, hostedUrl: null } : answer
  }

  return {
    name: 'mtn',
    isTest,
    currency: isTest ? 'EUR' : 'GHS',
    ringsPhones: true,
    readPhone: (typed) => readPhone(typed, isTest),
    start,
    ask,
    refunds: disbursement ? openMtnRefunds(config, disbursement, { clock, throttle, callbackOf }) : null,
    readCallback: ({ gateway, token, reference }) =>
      gateway === 'mtn' && isSameSecret(token, callbackToken) ? reference : null,
  }
}

/** MTN's own test numbers are not Ghanaian. */
function readPhone(typed: string, isTest: boolean): string | null {
  const digits = typed.replace(/\D/g, '')
  if (isTest && /^[45]6733123\d{3}$/.test(digits)) return digits
  const known = normalisePhone(typed)
  return known?.startsWith('233') ? known : null
}

type Means = { clock: Clock; throttle: Throttle; callbackOf(reference: string): string }

/** MTN MoMo Disbursements, a product with keys of its own: it sends back what Collections has taken. */
function openMtnRefunds(
  system: { baseUrl: string; environment: string },
  keys: MtnKeys,
  { clock, throttle, callbackOf }: Means,
): RefundGateway {
  const call = openMtnCalls(system, { ...keys, name: 'disbursement', resource: 'refund' }, clock)

  async function ask(refund: RefundFacts): Promise<RefundStatus> {
    if (!(await throttle())) return { is: 'not_asked' }
    const reply = await call(`/${refund.reference}`, {})
    if (reply?.is !== 'answered') return { is: 'no_answer' }
    if (reply.status === 404) return { is: 'not_found' }
    return reply.status === 200 ? readRefundStatus(reply.text, refund) : { is: 'no_answer' }
  }

  async function start(refund: RefundFacts): Promise<RefundStart> {
    const { reference } = refund
    const headers = { 'x-reference-id': reference, 'x-callback-url': callbackOf(reference) }
    const reply = await call('', { headers, body: toRefundRequest(refund) })
    const answer = await judgeStart(reply, async () => {
      const { is } = await ask(refund)
      return is === 'no_answer' || is === 'not_asked' ? null : is !== 'not_found'
    })
    return answer.is === 'accepted' ? { is: 'accepted', gatewayId: null } : answer
  }

  return { isRepeatable: true, start, ask }
}

/** MTN's firewall turns away apostrophes, brackets and the like: notes are letters, digits and spaces only. */
function toRequest({ reference, amount, currency, phone, trackingCode }: PaymentFacts) {
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

function toRefundRequest({ reference, amount, currency, payment, trackingCode }: RefundFacts) {
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
function readRefundStatus(text: string, { reference, amount, currency }: RefundFacts): RefundStatus {
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
  const code = isRecord(reason) ? reason.code : reason
  return readText(code)?.slice(0, 100) ?? 'UNKNOWN'
}
