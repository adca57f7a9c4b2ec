import { isRecord } from '#rules/is-record.ts'
import { plainText, stored } from './stored.ts'

export type CallOptions = {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a multipart form, for calls that carry files. */
  form?: FormData
  query?: Record<string, string | number | undefined>
  /** The same key answers the same order, however often a weak network repeats the call. */
  idempotencyKey?: string
  signal?: AbortSignal
  timeoutMs?: number
  /** Lets the call finish after the page was left. */
  keepalive?: boolean
  /** Signing in and up go without the old token. */
  anonymous?: boolean
  /** A token that this device has no longer, for telling the shop that it is to end. */
  token?: string
  /** The tag of the answer that the page has already; if nothing changed since, the body is null. */
  knownTag?: string
  /** The text for a refusal that came without any. */
  otherwise?: string
  /** Sees every answer, whatever it says. */
  onResponse?: (response: Response) => void
  /** A check of the sign-in that nobody asked for ends quietly instead of on the login page. */
  quietWhenSignedOut?: boolean
}

/** Dispatched on the window when the shop no longer knows the token: `detail.quiet` says whether to stay on the page. */
export const signedOutEvent = 'shop:signed-out'

/** Dispatched on the window when the shop says 403, with `Refused` as its detail. */
export const refusedEvent = 'shop:refused'

/** Whoever can put it right says when; if it worked, the call is made once more. */
export type Refused = { code: string; settled?: Promise<boolean> }

/**
 * Whether the shop answers: what a phone believes of its network is often wrong. It asks for a small file that every proxy passes
 * on; a hotspot that wants to be paid first leads elsewhere.
 */
export async function isShopReachable(): Promise<boolean> {
  try {
    const asked = { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(3_000) } as const
    return (await fetch('/robots.txt', asked)).ok
  } catch {
    return false
  }
}

const method =
  (name: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
  async <Answer>(path: string, options: CallOptions = {}): Promise<Answer> =>
    (await call(name, path, options)).body as Answer

/** How pages talk to the shop. The types of the answers come from `contract`. */
export const api = { get: method('GET'), post: method('POST'), put: method('PUT'), delete: method('DELETE') }

/** A list that comes in pages, with the count of all there are. */
export async function getPage<Answer>(path: string, options: CallOptions = {}) {
  const { body, response } = await call('GET', path, options)
  return { answer: body as Answer, total: Number(response.headers.get('x-total-count') ?? Number.NaN) }
}

/** Null while the answer is the one with the known tag. */
export async function getIfChanged<Answer>(path: string, options: CallOptions = {}) {
  const { body, response } = await call('GET', path, options)
  if (response.status === 304) return null
  return { answer: body as Answer, tag: response.headers.get('etag') ?? undefined }
}

async function call(...request: [method: string, path: string, options: CallOptions]) {
  try {
    return await send(...request)
  } catch (error) {
    if (!isApiProblem(error) || error.status !== 403) throw error
    const detail: Refused = { code: error.code }
    window.dispatchEvent(new CustomEvent(refusedEvent, { detail }))
    if (await detail.settled) return await send(...request)
    throw error
  }
}

async function send(method: string, path: string, options: CallOptions) {
  const token = options.anonymous ? null : (options.token ?? readToken())
  const limit = startLimit(options)
  try {
    const response = await fetch(address(path, options.query), {
      method,
      headers: headersOf(options, token),
      body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      keepalive: options.keepalive ?? false,
      credentials: 'omit',
      signal: limit.signal,
    })
    options.onResponse?.(response)
    const body = await readBody(response)
    if (!response.ok && response.status !== 304)
      throw problemFromResponse(response.status, body, options.otherwise)
    return { body, response }
  } catch (error) {
    const problem = options.signal?.aborted ? error : explain(error, limit.isOver())
    if (token !== null && isApiProblem(problem) && problem.code === 'not_signed_in')
      endSession(token, options)
    throw problem
  } finally {
    limit.stop()
  }
}

/** One signal for both ends: the caller gave up, or the time is over. */
function startLimit({ signal, timeoutMs = 20_000 }: CallOptions) {
  const controller = new AbortController()
  let isOver = false
  const giveUp = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, timeoutMs)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}

function explain(error: unknown, isOver: boolean): unknown {
  if (isApiProblem(error)) return error
  if (isOver) {
    const text = 'The network is too slow and nothing came back. Please try again.'
    return apiProblem(text, { code: 'timeout', status: 0, cause: error })
  }
  const text = 'We could not reach the shop. Check your connection and try again.'
  return apiProblem(text, { code: 'offline', status: 0, cause: error })
}

/** Another tab may have signed in meanwhile: only the token that was refused is thrown away. */
export function endSession(refused: string, { quietWhenSignedOut = false }: CallOptions): void {
  if (readToken() !== refused) return
  forgetToken()
  window.dispatchEvent(new CustomEvent(signedOutEvent, { detail: { quiet: quietWhenSignedOut } }))
}

function address(path: string, query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

function headersOf(
  { body, idempotencyKey, knownTag }: CallOptions,
  token: string | null,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(knownTag === undefined ? {} : { 'if-none-match': knownTag }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
}

/** A body that is not JSON comes from something in between, and says nothing that we can use. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    if (!response.ok) return null
    throw problemFromResponse(502, null)
  }
}

/** Every "no" that a call can end with. Known by its values, never by its class. */
export type ApiProblem = Error & {
  /** The shop's own code, or one of ours: `offline`, `timeout`, `broken`. */
  code: string
  /** 0 when no answer came at all. */
  status: number
  /** A form's mistakes, by field. */
  fields: Record<string, string>
  /** What else the shop said, such as new prices. */
  details: Record<string, unknown>
}

type Facts = Pick<ApiProblem, 'code' | 'status'> & Partial<Pick<ApiProblem, 'fields' | 'details' | 'cause'>>

export function apiProblem(text: string, { cause, ...facts }: Facts): ApiProblem {
  return Object.assign(new Error(text, { cause }), { fields: {}, details: {}, ...facts })
}

export function isApiProblem(error: unknown): error is ApiProblem {
  return error instanceof Error && 'code' in error && 'status' in error && 'fields' in error
}

/** True when the shop objects to single fields of a form. */
export function isAboutFields({ fields }: ApiProblem): boolean {
  return Object.keys(fields).length > 0
}

/** A request that came too slowly, too early or too often: the same one may be right in a moment. */
const triedAgain = [408, 425, 429]

/** True when nothing is known about what the shop would have said: it was not reached, or it had no time to think. */
export function isUndecided(error: unknown): boolean {
  return (
    isApiProblem(error) && (error.status < 400 || triedAgain.includes(error.status) || error.status >= 500)
  )
}

/** Reads the shop's JSON error; anything else, such as a proxy's page, gets a plain text by its status. */
export function problemFromResponse(status: number, body: unknown, otherwise = textFor(status)): ApiProblem {
  const { error, code, fields, ...details } = isRecord(body) ? body : {}
  return apiProblem(typeof error === 'string' && error !== '' ? error : otherwise, {
    status,
    code: typeof code === 'string' ? code : codeFor(status),
    fields: readFields(fields),
    details,
  })
}

function codeFor(status: number): string {
  if (status === 401) return 'not_signed_in'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status === 502 || status === 503 || status === 504 ? 'busy' : 'broken'
}

function textFor(status: number): string {
  if (status === 429) return 'Too many tries. Please wait a moment and try again.'
  if (codeFor(status) === 'busy') return 'The shop is very busy. Please try again in a moment.'
  return 'Something went wrong on our side. Please try again.'
}

function readFields(fields: unknown): Record<string, string> {
  if (!isRecord(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const key = 'jwt_token'

/** The sign-in of this device. A damaged token cannot travel in a header, so it counts as none. */
export const {
  read: readToken,
  write: storeToken,
  remove: forgetToken,
} = stored(key, (text) => (typeof text === 'string' && /^[!-~]{1,500}$/.test(text) ? text : null), {
  format: plainText,
})

/** True for what another tab changed, when that was the sign-in; a null key means that the whole storage was emptied. */
export function isAboutToken(event: StorageEvent): boolean {
  return event.key === key || event.key === null
}
