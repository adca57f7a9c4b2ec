import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/context.ts'
import { type Callback, known, notFound, openMtnRefunds } from './fake-mtn-refunds.ts'
import type { FakeResponse, Question } from './fake-server.ts'

export type MtnCall = 'token' | 'start' | 'status' | 'provision' | 'refund' | 'refundStatus'

type RequestBody = {
  amount: string
  currency: string
  externalId: string
  payer: { partyIdType: string; partyId: string }
  payerMessage: string
  payeeNote: string
}

export type TakenRequest = {
  body: RequestBody
  plan: MtnPlan
  at: number
  callbackUrl: string | null
  /** How many of its calls were made. */
  called: number
}

type Keys = {
  subscription: string
  /** Of the product that pays money out; the other key opens nothing there. */
  disbursement: string
  user: string
  key: string
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const rejected =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>'

/** What MTN knows and how it answers, without the network around it. */
export function openMtnPayments(
  clock: Clock,
  keys: Keys,
  callbackHost: string,
  planFor: (phone: string) => Partial<MtnPlan>,
) {
  const now = () => clock().getTime() / 1_000
  const taken = new Map<string, TakenRequest>()
  const tokens = new Map<string, number>()
  const users = new Map<string, string>()
  const refunds = openMtnRefunds(clock, (reference) => {
    const found = taken.get(reference)
    const isPaid = found?.plan.status === 'SUCCESSFUL' && now() >= found.at + found.plan.secondsPending
    return isPaid ? Number(found.body.amount) : null
  })

  function provision({ method, path, headers, body }: Question): FakeResponse {
    const [, , , user = '', part] = path.split('/')
    if (method === 'POST' && user === '') {
      const id = String(headers['x-reference-id'])
      if (users.has(id)) return known()
      users.set(id, JSON.parse(body).providerCallbackHost)
      return { status: 201 }
    }
    if (!users.has(user)) return notFound()
    if (method === 'POST' && part === 'apikey') return { status: 201, body: { apiKey: keys.key } }
    return { status: 200, body: { providerCallbackHost: users.get(user), targetEnvironment: 'sandbox' } }
  }

  function token({ headers }: Question): FakeResponse {
    const basic = `Basic ${Buffer.from(`${keys.user}:${keys.key}`).toString('base64')}`
    if (headers.authorization !== basic) return { status: 401, body: { error: 'login_failed' } }
    const made = randomUUID()
    tokens.set(made, now() + 3_600)
    return { status: 200, body: { access_token: made, token_type: 'access_token', expires_in: 3_600 } }
  }

  function start({ headers, body }: Question): FakeResponse {
    const reference = String(headers['x-reference-id'])
    const callbackUrl = headers['x-callback-url']
    if (!uuid4.test(reference) || callbackUrl === '') return { status: 400, body: 'BAD REQUEST' }
    if (taken.has(reference)) return known()
    const input: RequestBody = JSON.parse(body)
    if (/['&()#]/.test(input.payerMessage + input.payeeNote)) return { status: 200, body: rejected }
    if (headers['x-target-environment'] !== 'sandbox') return fault('NOT_ALLOWED_TARGET_ENVIRONMENT')
    if (input.currency !== 'EUR') return fault('INVALID_CURRENCY')
    if (typeof callbackUrl === 'string' && new URL(callbackUrl).hostname !== callbackHost) {
      return fault('INVALID_CALLBACK_URL_HOST')
    }
    const plan = { ...usualPlan, ...planFor(input.payer.partyId) }
    const url = typeof callbackUrl === 'string' ? callbackUrl : null
    if (!plan.isLost) taken.set(reference, { body: input, plan, at: now(), callbackUrl: url, called: 0 })
    return { status: 202 }
  }

  function status({ path }: Question): FakeResponse {
    const found = taken.get(path.slice(path.lastIndexOf('/') + 1))
    if (!found || now() < found.at + found.plan.secondsHidden) return notFound()
    const isDecided = now() >= found.at + found.plan.secondsPending
    const isTakenBack = now() >= found.at + found.plan.secondsPending + found.plan.secondsPaid
    return { status: 200, body: isTakenBack ? describeTakenBack(found) : describe(found, isDecided) }
  }

  const answers: Record<MtnCall, (question: Question) => FakeResponse> = {
    provision,
    token,
    start,
    status,
    refund: refunds.start,
    refundStatus: refunds.status,
  }

  return {
    taken,
    refunds,
    forgetTokens: () => tokens.clear(),
    answer(call: MtnCall, question: Question): FakeResponse {
      const { headers, method } = question
      if (method === 'POST' && headers['content-length'] === undefined) {
        return { status: 411, body: '<html><title>411 Length Required</title></html>' }
      }
      const isPayingOut = question.path.startsWith('/disbursement/')
      if (headers['ocp-apim-subscription-key'] !== (isPayingOut ? keys.disbursement : keys.subscription)) {
        return {
          status: 401,
          body: { statusCode: 401, message: 'Access denied due to invalid subscription key.' },
        }
      }
      const bearer = String(headers.authorization).replace('Bearer ', '')
      const isOpen = call === 'provision' || call === 'token' || (tokens.get(bearer) ?? 0) > now()
      return isOpen ? answers[call](question) : { status: 401, body: { error: 'invalid_token' } }
    },
    dueCallbacks(): Callback[] {
      return [...[...taken.values()].flatMap((each) => callbacksOf(each, now())), ...refunds.dueCallbacks()]
    },
  }
}

/** POST and PUT by turns: MTN says that both must be taken. */
function callbacksOf(request: TakenRequest, now: number): Callback[] {
  const { plan, at, callbackUrl, called } = request
  if (callbackUrl === null) return []
  const due = plan.callbacks.filter((after) => now >= at + plan.secondsPending + after)
  request.called = Math.max(called, due.length)
  return due.slice(called).map((_, n) => ({
    method: (called + n) % 2 ? 'PUT' : 'POST',
    url: callbackUrl,
    body: describe(request, true),
  }))
}

function describe({ body, plan }: TakenRequest, isDecided: boolean): object {
  if (!isDecided) return { ...body, ...plan.reported, status: plan.meanwhile }
  if (plan.status === 'FAILED') return { ...body, ...plan.reported, status: 'FAILED', reason: plan.reason }
  const amount = plan.timesReported === 1 ? body.amount : String(Number(body.amount) * plan.timesReported)
  return { financialTransactionId: '1195582132', ...body, amount, ...plan.reported, status: 'SUCCESSFUL' }
}

function describeTakenBack({ body }: TakenRequest): object {
  return { ...body, status: 'FAILED', reason: 'TRANSACTION_REVERSED' }
}

function fault(code: string): FakeResponse {
  return { status: 500, body: { message: 'Refused.', code } }
}

/** What becomes of a request to pay, in the words of MTN's status. */
export type MtnPlan = {
  status: 'SUCCESSFUL' | 'FAILED'
  /** MTN sends a bare word; its examples show an object. */
  reason?: string | { code: string; message: string }
  /** So long nothing is decided; for ever when it is Infinity. */
  secondsPending: number
  /** What the status says meanwhile. */
  meanwhile: 'PENDING' | 'CREATED'
  /** So long the status does not know the request although it was taken. */
  secondsHidden: number
  /** It is answered with 202 and lost. */
  isLost: boolean
  /** Seconds after the decision; early ones are below zero, none at all is an empty list. */
  callbacks: readonly number[]
  /** So long after the decision it stays paid; then the status says FAILED. */
  secondsPaid: number
  /** How many times the amount the status says was paid. */
  timesReported: number
  /** What the status says instead of what was asked for. */
  reported: { amount?: string | number; currency?: string; externalId?: string }
}

const usualPlan: MtnPlan = {
  status: 'SUCCESSFUL',
  secondsPending: 0,
  meanwhile: 'PENDING',
  secondsHidden: 0,
  isLost: false,
  callbacks: [0],
  secondsPaid: Number.POSITIVE_INFINITY,
  timesReported: 1,
  reported: {},
}

function failing(reason: string): Partial<MtnPlan> {
  return { status: 'FAILED', reason, secondsPending: 4 }
}

/** The test numbers of MTN's sandbox and what was seen there; every other number pays at once. */
const wallets: Record<string, Partial<MtnPlan>> = {
  '46733123450': failing('INTERNAL_PROCESSING_ERROR'),
  '46733123451': failing('APPROVAL_REJECTED'),
  '46733123452': failing('EXPIRED'),
  /** Calls back before its status is decided. */
  '46733123453': { status: 'FAILED', reason: 'EXPIRED', secondsPending: 50, callbacks: [-5, 175] },
  '46733123454': { meanwhile: 'CREATED', secondsPending: 30 },
  '46733123455': failing('PAYER_NOT_FOUND'),
  '46733123456': failing('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
  '46733123457': failing('NOT_ALLOWED'),
  '46733123458': failing('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '46733123459': failing('INVALID_CALLBACK_URL_HOST'),
  '46733123460': failing('INVALID_CURRENCY'),
  '46733123461': failing('INTERNAL_PROCESSING_ERROR'),
  '46733123462': failing('SERVICE_UNAVAILABLE'),
  '46733123463': failing('COULD_NOT_PERFORM_TRANSACTION'),
  '46733123464': failing('TRANSFER_TYPE_UNKNOWN'),
}

export function planOfWallet(phone: string): Partial<MtnPlan> {
  return wallets[phone] ?? {}
}
