import { isRecord } from '#rules/is-record.ts'
import { plainCedis, readCedis } from '#rules/money.ts'
import { normaliseMobile } from '#rules/phone-number.ts'
import { callService, type Reply, readObject, readText } from '#server/platform/call-service.ts'
import type { MtnKeys, PaymentsConfig } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/context.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import {
  type Gateway,
  type GatewayStatus,
  type PaymentFacts,
  type RefundFacts,
  type RefundGateway,
  type RefundStart,
  type RefundStatus,
  type StartResult,
  type Throttle,
  unreachable,
} from './gateway.ts'

type MtnConfig = Extract<PaymentsConfig, { gateway: 'mtn' }>

/** MTN MoMo Collections: the customer approves on the phone while our own page waits. */
export function openMtn(config: MtnConfig, publicUrl: string, clock: Clock, throttle: Throttle): Gateway {
  const { environment, callbackToken, disbursement } = config
  const call = openMtnCalls(config, { ...config, name: 'collection', resource: 'requesttopay' }, clock)
  const isTest = environment === 'sandbox'
  const callbackOf = (reference: string) =>
    `${publicUrl}/api/payments/callbacks/mtn/${callbackToken}/${reference}`

  async function ask({ reference }: PaymentFacts, hasTurn = false): Promise<GatewayStatus> {
    if (!hasTurn && !(await throttle('urgent'))) return { is: 'not_asked' }
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
    listWithdrawals: null,
    refunds: disbursement ? openMtnRefunds(config, disbursement, { clock, throttle, callbackOf }) : null,
    readCallback: ({ gateway, token, reference }) =>
      gateway === 'mtn' && isSameSecret(token, callbackToken) ? reference : null,
  }
}

/** MTN's own test numbers are not Ghanaian. */
function readPhone(typed: string, isTest: boolean): string | null {
  const digits = typed.replace(/\D/g, '')
  if (isTest && /^[45]6733123\d{3}$/.test(digits)) return digits
  return normaliseMobile(typed)
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
    if (!(await throttle('urgent'))) return { is: 'not_asked' }
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
  if (status.is === 'pending') return { is: 'pending', raw: text.slice(0, 2_000) }
  if (status.is !== 'succeeded') return status
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
          amount: readCedis(readText(said.amount) ?? ''),
          currency: readText(said.currency)?.trim().toUpperCase() ?? null,
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

type System = { baseUrl: string; environment: string }

type Product = MtnKeys & {
  name: 'collection' | 'disbursement'
  /** What is asked for there. */
  resource: 'requesttopay' | 'refund'
}

type Request = { headers?: Record<string, string>; body?: object }

type MtnCall = (path: string, request: Request) => Promise<Reply | null>

const startMs = 10_000
const askMs = 8_000

/** How one product of MTN is called. Null: without a token nothing was sent. */
function openMtnCalls({ baseUrl, environment }: System, product: Product, clock: Clock): MtnCall {
  const { name, resource, subscriptionKey, apiUser, apiKey } = product
  const tokens = openMtnTokens({ baseUrl, name, subscriptionKey, apiUser, apiKey }, clock)
  return async (path, request) => {
    let reply: Reply | null = null
    // A token that was refused before its time is renewed once.
    for (let tries = 1; tries <= 2; tries++) {
      const token = await tokens.get()
      if (token === null) return null
      reply = await callService(`${baseUrl}/${name}/v1_0/${resource}${path}`, {
        method: request.body ? 'POST' : 'GET',
        timeoutMs: request.body ? startMs : askMs,
        headers: {
          authorization: `Bearer ${token}`,
          'x-target-environment': environment,
          'ocp-apim-subscription-key': subscriptionKey,
          ...request.headers,
        },
        ...(request.body ? { body: request.body } : {}),
      })
      if (reply.is !== 'answered' || reply.status !== 401) return reply
      tokens.forget(token)
    }
    return reply
  }
}

/** MTN answers 500 to some mistakes in the request; with one of these words and nothing there, nothing was moved. */
const describesRequest = [
  'INVALID_CURRENCY',
  'INVALID_CALLBACK_URL_HOST',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'NOT_ALLOWED',
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'INTERNAL_PROCESSING_ERROR',
  'VALIDATION_ERROR',
]

type MtnStart = { is: 'accepted'; isRepeat: boolean } | { is: 'refused'; reason: string } | { is: 'unknown' }

/** What MTN made of a request; where its answer leaves that open, it is asked whether the request is there. */
async function judgeStart(reply: Reply | null, isThere: () => Promise<boolean | null>): Promise<MtnStart> {
  if (reply === null || reply.is === 'unreachable') return { is: 'refused', reason: unreachable }
  if (reply.is === 'no_answer') return { is: 'unknown' }
  // 409: it has arrived before.
  if (reply.status === 202 || reply.status === 409) return { is: 'accepted', isRepeat: reply.status === 409 }
  const code = readText(readObject(reply.text)?.code)
  if ([400, 401, 403, 411].includes(reply.status)) {
    return { is: 'refused', reason: code ?? `HTTP_${reply.status}` }
  }
  const isFirewall = reply.status === 200
  if (!isFirewall && !describesRequest.includes(code ?? '')) return { is: 'unknown' }
  const there = await isThere()
  if (there === false) return { is: 'refused', reason: code ?? 'REQUEST_REJECTED' }
  return there === null ? { is: 'unknown' } : { is: 'accepted', isRepeat: true }
}

type TokenConfig = {
  baseUrl: string
  /** Which of MTN’s products it opens. */
  name: string
  subscriptionKey: string
  apiUser: string
  apiKey: string
}

type MtnTokens = {
  /** Null: none is to be had, so nothing can be asked. */
  get(): Promise<string | null>
  /** It was refused before its time. */
  forget(token: string): void
}

const timeoutMs = 6_000
const renewedBeforeMs = 10 * 60_000

/** One token for many payments, renewed ten minutes before it ends; who comes meanwhile waits for the same one. */
function openMtnTokens({ baseUrl, name, ...keys }: TokenConfig, clock: Clock): MtnTokens {
  let cached: { token: string; until: number } | null = null
  let fetching: Promise<string | null> | null = null

  async function fetchToken(): Promise<string | null> {
    const reply = await callService(`${baseUrl}/${name}/token/`, {
      method: 'POST',
      timeoutMs,
      headers: {
        authorization: `Basic ${Buffer.from(`${keys.apiUser}:${keys.apiKey}`).toString('base64')}`,
        'ocp-apim-subscription-key': keys.subscriptionKey,
      },
    })
    if (reply.is !== 'answered' || reply.status !== 200) return null
    const { access_token: token, expires_in: seconds } = readObject(reply.text) ?? {}
    if (typeof token !== 'string' || token === '') return null
    const lifetimeMs = (typeof seconds === 'number' ? seconds : 0) * 1_000
    cached = { token, until: clock().getTime() + lifetimeMs - renewedBeforeMs }
    return token
  }

  return {
    async get() {
      if (cached && clock().getTime() < cached.until) return cached.token
      fetching ??= fetchToken().finally(() => {
        fetching = null
      })
      return fetching
    },
    forget(token) {
      if (cached?.token === token) cached = null
    },
  }
}
