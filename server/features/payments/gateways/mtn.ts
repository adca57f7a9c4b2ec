import { normalisePhone } from '../../../../rules/phone-number.ts'
import type { PaymentsConfig } from '../../../platform/config.ts'
import type { Clock } from '../../../platform/tools.ts'
import { callGateway, type Reply, readObject, readText } from './call-gateway.ts'
import {
  type Gateway,
  type GatewayWord,
  type PaymentFacts,
  type StartAnswer,
  unreachable,
} from './gateway.ts'
import { openMtnTokens } from './mtn-token.ts'
import { readStatus, toRequest } from './mtn-words.ts'
import { isSameSecret } from './same-secret.ts'

type MtnConfig = Extract<PaymentsConfig, { gateway: 'mtn' }>

const startMs = 10_000
const askMs = 8_000

/** MTN answers 500 to some mistakes in the request; with one of these words and no such payment, nothing was charged. */
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

/** MTN MoMo Collections: the customer approves on the phone while our own page waits. */
export function openMtn(config: MtnConfig, publicUrl: string, clock: Clock): Gateway {
  const { baseUrl, environment, callbackToken } = config
  const tokens = openMtnTokens(config, clock)
  const isTest = environment === 'sandbox'
  const currency = isTest ? 'EUR' : 'GHS'

  async function call(path: string, request: { headers?: Record<string, string>; body?: object }) {
    let reply: Reply | null = null
    // A token that was refused before its time is renewed once.
    for (let tries = 1; tries <= 2; tries++) {
      const token = await tokens.get()
      if (token === null) return null
      reply = await callGateway(`${baseUrl}/collection/v1_0/requesttopay${path}`, {
        method: request.body ? 'POST' : 'GET',
        timeoutMs: request.body ? startMs : askMs,
        headers: {
          authorization: `Bearer ${token}`,
          'x-target-environment': environment,
          'ocp-apim-subscription-key': config.subscriptionKey,
          ...request.headers,
        },
        ...(request.body ? { body: request.body } : {}),
      })
      if (reply.is !== 'answered' || reply.status !== 401) return reply
      tokens.forget(token)
    }
    return reply
  }

  async function ask({ reference }: PaymentFacts): Promise<GatewayWord> {
    const reply = await call(`/${reference}`, {})
    if (reply?.is !== 'answered') return { is: 'no_answer' }
    if (reply.status === 404) return { is: 'not_found' }
    return reply.status === 200 ? readStatus(reply.text) : { is: 'no_answer' }
  }

  async function start(payment: PaymentFacts): Promise<StartAnswer> {
    const { reference } = payment
    const callback = `${publicUrl}/api/payments/callbacks/mtn/${callbackToken}/${reference}`
    const reply = await call('', {
      headers: { 'x-reference-id': reference, 'x-callback-url': callback },
      body: toRequest(payment),
    })
    // Without a token nothing was sent.
    if (reply === null || reply.is === 'unreachable') return { is: 'refused', reason: unreachable }
    if (reply.is === 'no_answer') return { is: 'unknown' }
    // 409: it has arrived before.
    if (reply.status === 202 || reply.status === 409) return accepted(reply.status === 409)
    const code = readText(readObject(reply.text)?.code)
    if ([400, 401, 403, 411].includes(reply.status)) {
      return { is: 'refused', reason: code ?? `HTTP_${reply.status}` }
    }
    const isFirewall = reply.status === 200
    if (!isFirewall && !describesRequest.includes(code ?? '')) return { is: 'unknown' }
    const { is } = await ask(payment)
    if (is === 'not_found') return { is: 'refused', reason: code ?? 'REQUEST_REJECTED' }
    return is === 'no_answer' ? { is: 'unknown' } : accepted(true)
  }

  return {
    name: 'mtn',
    isTest,
    currency,
    ringsPhones: true,
    readPhone: (typed) => readPhone(typed, isTest),
    start,
    ask,
    readCallback: ({ gateway, token, reference }) =>
      gateway === 'mtn' && isSameSecret(token, callbackToken) ? reference : null,
  }
}

function accepted(isRepeat: boolean): StartAnswer {
  return { is: 'accepted', hostedUrl: null, isRepeat }
}

/** MTN's own test numbers are not Ghanaian. */
function readPhone(typed: string, isTest: boolean): string | null {
  const digits = typed.replace(/\D/g, '')
  if (isTest && /^[45]6733123\d{3}$/.test(digits)) return digits
  const known = normalisePhone(typed)
  return known?.startsWith('233') ? known : null
}
