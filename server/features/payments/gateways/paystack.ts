import { createHmac } from 'node:crypto'
import { isRecord } from '#rules/is-record.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { callService, readObject, readText } from '#server/platform/call-service.ts'
import type { PaymentsConfig } from '#server/platform/config.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import {
  type Gateway,
  type GatewayStatus,
  type PaidFacts,
  type PaymentFacts,
  pageLost,
  type RefundFacts,
  type RefundGateway,
  type RefundStart,
  type RefundStatus,
  type StartResult,
  type Throttle,
  unreachable,
  type Withdrawals,
} from './gateway.ts'

type PaystackConfig = Extract<PaymentsConfig, { gateway: 'paystack' }>

const timeoutMs = 10_000

/** Paystack's own page takes the money, by mobile money of any network or by card. */
export function openPaystack(
  { baseUrl, secretKey }: PaystackConfig,
  publicUrl: string,
  throttle: Throttle,
): Gateway {
  const isTest = secretKey.startsWith('sk_test_')
  const headers = { authorization: `Bearer ${secretKey}` }

  return {
    name: 'paystack',
    isTest,
    currency: 'GHS',
    ringsPhones: false,
    readPhone: normalisePhone,

    /** Without its page nobody can pay, so whatever goes wrong here took no money. */
    async start({ reference, amount, currency, trackingCode, email }): Promise<StartResult> {
      const reply = await callService(`${baseUrl}/transaction/initialize`, {
        method: 'POST',
        timeoutMs,
        headers,
        body: {
          reference,
          amount,
          currency,
          email: email ?? `order-${trackingCode.toLowerCase()}@orders.${new URL(publicUrl).hostname}`,
          channels: ['mobile_money', 'card'],
          callback_url: `${publicUrl}/pay/${reference}`,
          metadata: { order_code: trackingCode, cancel_action: `${publicUrl}/pay/${reference}` },
        },
      })
      if (reply.is !== 'answered' || reply.status >= 500) return { is: 'refused', reason: unreachable }
      const said = readObject(reply.text)
      const page = isRecord(said?.data) ? readText(said.data.authorization_url) : null
      const isPage = reply.status === 200 && said?.status === true && isAllowedPage(page, baseUrl)
      if (isPage) return { is: 'accepted', hostedUrl: page, isRepeat: false }
      const isRepeat = reply.status >= 400 && /duplicate/i.test(`${said?.code} ${said?.message}`)
      return { is: 'refused', reason: isRepeat ? pageLost : `HTTP_${reply.status}` }
    },

    refunds: openPaystackRefunds(baseUrl, headers, throttle),
    listWithdrawals: (payment) => listWithdrawals(baseUrl, headers, throttle, payment),

    async ask({ reference }: PaymentFacts, hasTurn = false): Promise<GatewayStatus> {
      if (!hasTurn && !(await throttle('urgent'))) return { is: 'not_asked' }
      const url = `${baseUrl}/transaction/verify/${reference}`
      const reply = await callService(url, { method: 'GET', timeoutMs, headers })
      if (reply.is !== 'answered') return { is: 'no_answer' }
      const said = readObject(reply.text)
      const isUnknown = said?.code === 'transaction_not_found'
      if (reply.status === 404 || (reply.status === 400 && isUnknown)) return { is: 'not_found' }
      if (reply.status !== 200 || !isRecord(said?.data)) return { is: 'no_answer' }
      return readTransaction(said.data, reply.text.slice(0, 2_000), isTest)
    },

    readCallback({ gateway, signature, body }) {
      const expected = createHmac('sha512', secretKey).update(body).digest('hex')
      if (gateway !== 'paystack' || !isSameSecret(signature, expected)) return null
      const { data } = readObject(body.toString('utf8')) ?? {}
      if (!isRecord(data)) return null
      // A call about a refund or a dispute names the payment that it is about.
      const { transaction } = data
      const disputed = isRecord(transaction) ? transaction.reference : undefined
      return readText(data.transaction_reference ?? disputed ?? data.reference)
    },
  }
}

/** Abandoned is how an unpaid page is called from its first second on, and it can still be paid. */
function readTransaction(data: Record<string, unknown>, raw: string, isTest: boolean): GatewayStatus {
  switch (data.status) {
    case 'success': {
      const amount = Number(readText(data.amount) || Number.NaN)
      // Money from the play system counts as none at all.
      const isOurs = data.domain === (isTest ? 'test' : 'live')
      return {
        is: 'succeeded',
        raw,
        paid: {
          amount: Number.isSafeInteger(amount) && isOurs ? amount : null,
          currency: readText(data.currency)?.trim().toUpperCase() ?? null,
          reference: readText(data.reference),
          transactionId: readText(data.id),
        },
      }
    }
    case 'failed':
      return { is: 'failed', reason: 'PAYSTACK_FAILED', raw }
    case 'reversed':
      return { is: 'refunded', raw }
    case 'abandoned':
      return { is: 'pending', isIdle: true }
    default:
      return { is: 'pending' }
  }
}

function isAllowedPage(page: string | null, baseUrl: string): boolean {
  const url = page === null ? null : URL.parse(page)
  if (url === null) return false
  const isFake = url.origin === new URL(baseUrl).origin
  return isFake || (url.protocol === 'https:' && /(^|\.)paystack\.(com|co)$/.test(url.hostname))
}

/** More than anybody pays back of one payment. */
const listed = 50

/**
 * Paystack takes no reference of ours for a refund, so what was sent is found again by the note beside it, and is never sent twice
 * without a person's word.
 */
function openPaystackRefunds(
  baseUrl: string,
  headers: Record<string, string>,
  throttle: Throttle,
): RefundGateway {
  async function start({ reference, payment, amount, currency }: RefundFacts): Promise<RefundStart> {
    const reply = await callService(`${baseUrl}/refund`, {
      method: 'POST',
      timeoutMs,
      headers,
      body: { transaction: payment, amount, currency, merchant_note: noteOf(reference) },
    })
    if (reply.is === 'unreachable') return { is: 'refused', reason: unreachable }
    if (reply.is === 'no_answer' || reply.status >= 500) return { is: 'unknown' }
    const said = readObject(reply.text)
    const isTaken = reply.status < 300 && said?.status === true && isRecord(said.data)
    if (isTaken) return { is: 'accepted', gatewayId: idIn(said.data) }
    // A success that cannot be read may still pay money out.
    return reply.status < 400 ? { is: 'unknown' } : { is: 'refused', reason: `HTTP_${reply.status}` }
  }

  async function ask(refund: RefundFacts): Promise<RefundStatus> {
    if (!(await throttle('urgent'))) return { is: 'not_asked' }
    const { gatewayId, transactionId, payment } = refund
    const path = gatewayId
      ? `/refund/${encodeURIComponent(gatewayId)}`
      : `/refund?transaction=${encodeURIComponent(transactionId ?? payment)}&perPage=${listed}`
    const reply = await callService(`${baseUrl}${path}`, { method: 'GET', timeoutMs, headers })
    if (reply.is !== 'answered' || reply.status !== 200) return { is: 'no_answer' }
    const { data } = readObject(reply.text) ?? {}
    const found = Array.isArray(data)
      ? data.find((each) => isRecord(each) && each.merchant_note === noteOf(refund.reference))
      : data
    if (Array.isArray(data) && found === undefined) return { is: 'not_found' }
    return isRecord(found) ? readRefund(found, refund, reply.text.slice(0, 2_000)) : { is: 'no_answer' }
  }

  return { isRepeatable: false, start, ask }
}

function noteOf(reference: string): string {
  return `Refund ${reference}`
}

function idIn(data: unknown): string | null {
  return isRecord(data) ? readText(data.id) : null
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
      return { is: 'pending', raw, ...known }
  }
}

/** What was paid back or disputed on Paystack's own pages. Null: it could not be asked. */
async function listWithdrawals(
  baseUrl: string,
  headers: Record<string, string>,
  throttle: Throttle,
  { reference, transactionId }: PaidFacts,
): Promise<Withdrawals | null> {
  const id = encodeURIComponent(transactionId ?? reference)
  const list = async (path: string): Promise<{ found: unknown[]; raw: string } | null> => {
    if (!(await throttle('urgent'))) return null
    const reply = await callService(`${baseUrl}${path}`, { method: 'GET', timeoutMs, headers })
    if (reply.is !== 'answered' || (reply.status !== 200 && reply.status !== 404)) return null
    const { data } = readObject(reply.text) ?? {}
    const found = Array.isArray(data) ? data : isRecord(data) ? [data] : []
    return { found: reply.status === 404 ? [] : found, raw: reply.text.slice(0, 1_000) }
  }
  const refunds = await list(`/refund?transaction=${id}&perPage=${listed}`)
  const disputes = refunds && (await list(`/dispute/transaction/${id}`))
  if (!refunds || !disputes) return null
  return {
    refunds: refunds.found.flatMap(readOutsideRefund),
    dispute: disputes.found.map(readDispute).find((each) => each !== null) ?? null,
    raw: `${refunds.raw}\n${disputes.raw}`,
  }
}

/** Those that the shop sent carry its note. */
function readOutsideRefund(data: unknown): Withdrawals['refunds'] {
  if (!isRecord(data) || data.status !== 'processed' || !Number.isSafeInteger(data.amount)) return []
  const gatewayId = idIn(data)
  const isOurs = readText(data.merchant_note)?.startsWith(noteOf('')) ?? false
  return gatewayId === null || isOurs ? [] : [{ gatewayId, amount: Number(data.amount) }]
}

/** Declined is what the shop has won. */
function readDispute(data: unknown): string | null {
  if (!isRecord(data)) return null
  const dispute = `DISPUTE ${idIn(data)}`
  if (data.status !== 'resolved') return dispute
  return data.resolution === 'declined' ? null : `${dispute} LOST`
}
