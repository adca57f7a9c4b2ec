import type { MtnKeys } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/context.ts'
import { callGateway, type Reply, readObject, readText } from './call-gateway.ts'
import { unreachable } from './gateway.ts'

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
export function openMtnCalls({ baseUrl, environment }: System, product: Product, clock: Clock): MtnCall {
  const { name, resource, subscriptionKey, apiUser, apiKey } = product
  const tokens = openMtnTokens({ baseUrl, name, subscriptionKey, apiUser, apiKey }, clock)
  return async (path, request) => {
    let reply: Reply | null = null
    // A token that was refused before its time is renewed once.
    for (let tries = 1; tries <= 2; tries++) {
      const token = await tokens.get()
      if (token === null) return null
      reply = await callGateway(`${baseUrl}/${name}/v1_0/${resource}${path}`, {
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
export async function judgeStart(
  reply: Reply | null,
  isThere: () => Promise<boolean | null>,
): Promise<MtnStart> {
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
    const reply = await callGateway(`${baseUrl}/${name}/token/`, {
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
