import type { Clock } from '#server/platform/context.ts'
import { callGateway, readObject } from './call-gateway.ts'

type TokenConfig = {
  baseUrl: string
  /** Which of MTN’s products it opens. */
  name: string
  subscriptionKey: string
  apiUser: string
  apiKey: string
}

export type MtnTokens = {
  /** Null: none is to be had, so nothing can be asked. */
  get(): Promise<string | null>
  /** It was refused before its time. */
  forget(token: string): void
}

const timeoutMs = 6_000
const renewedBeforeMs = 10 * 60_000

/** One token for many payments, renewed ten minutes before it ends; who comes meanwhile waits for the same one. */
export function openMtnTokens({ baseUrl, name, ...keys }: TokenConfig, clock: Clock): MtnTokens {
  let kept: { token: string; until: number } | null = null
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
    kept = { token, until: clock().getTime() + lifetimeMs - renewedBeforeMs }
    return token
  }

  return {
    async get() {
      if (kept && clock().getTime() < kept.until) return kept.token
      fetching ??= fetchToken().finally(() => {
        fetching = null
      })
      return fetching
    },
    forget(token) {
      if (kept?.token === token) kept = null
    },
  }
}
