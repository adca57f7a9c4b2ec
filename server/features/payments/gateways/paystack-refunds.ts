import { callGateway, isObject, readObject, readText } from './call-gateway.ts'
import {
  type RefundFacts,
  type RefundGateway,
  type RefundStart,
  type RefundStatus,
  type Throttle,
  unreachable,
} from './gateway.ts'

const timeoutMs = 10_000

/** More than anybody pays back of one payment. */
const listed = 50

/**
 * Paystack takes no reference of ours for a refund, so what was sent is found again by the note beside it, and is never sent twice
 * without a person's word.
 */
export function openPaystackRefunds(
  baseUrl: string,
  headers: Record<string, string>,
  throttle: Throttle,
): RefundGateway {
  async function start({ reference, payment, amount, currency }: RefundFacts): Promise<RefundStart> {
    const reply = await callGateway(`${baseUrl}/refund`, {
      method: 'POST',
      timeoutMs,
      headers,
      body: { transaction: payment, amount, currency, merchant_note: noteOf(reference) },
    })
    if (reply.is === 'unreachable') return { is: 'refused', reason: unreachable }
    if (reply.is === 'no_answer' || reply.status >= 500) return { is: 'unknown' }
    const said = readObject(reply.text)
    const isTaken = reply.status < 300 && said?.status === true && isObject(said.data)
    if (isTaken) return { is: 'accepted', gatewayId: idIn(said.data) }
    // A success that cannot be read may still pay money out.
    return reply.status < 400 ? { is: 'unknown' } : { is: 'refused', reason: `HTTP_${reply.status}` }
  }

  async function ask(refund: RefundFacts): Promise<RefundStatus> {
    if (!(await throttle())) return { is: 'not_asked' }
    const { gatewayId, transactionId, payment } = refund
    const path = gatewayId
      ? `/refund/${encodeURIComponent(gatewayId)}`
      : `/refund?transaction=${encodeURIComponent(transactionId ?? payment)}&perPage=${listed}`
    const reply = await callGateway(`${baseUrl}${path}`, { method: 'GET', timeoutMs, headers })
    if (reply.is !== 'answered' || reply.status !== 200) return { is: 'no_answer' }
    const { data } = readObject(reply.text) ?? {}
    const found = Array.isArray(data)
      ? data.find((each) => isObject(each) && each.merchant_note === noteOf(refund.reference))
      : data
    if (Array.isArray(data) && found === undefined) return { is: 'not_found' }
    return isObject(found) ? readRefund(found, refund, reply.text.slice(0, 2_000)) : { is: 'no_answer' }
  }

  return { isRepeatable: false, start, ask }
}

function noteOf(reference: string): string {
  return `Refund ${reference}`
}

function idIn(data: unknown): string | null {
  return isObject(data) ? readText(data.id) : null
}

function readRefund(data: Record<string, unknown>, { amount }: RefundFacts, raw: string): RefundStatus {
  const id = idIn(data)
  const known = id === null ? {} : { gatewayId: id }
  switch (data.status) {
    case 'processed':
      return data.amount === amount
        ? { is: 'succeeded', gatewayId: id, raw }
        : { is: 'stuck', reason: 'TOLD_OTHERWISE', raw, ...known }
    case 'failed':
      return { is: 'failed', reason: 'PAYSTACK_FAILED', raw }
    case 'needs-attention':
      return { is: 'stuck', reason: 'NEEDS_ATTENTION', raw, ...known }
    default:
      return { is: 'pending', ...known }
  }
}
