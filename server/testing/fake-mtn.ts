import type { Clock } from '../platform/context.ts'
import {
  type MtnCall,
  type MtnPlan,
  openMtnPayments,
  planOfWallet,
  type TakenRequest,
} from './fake-mtn-payments.ts'
import type { MtnRefundPlan, TakenRefund } from './fake-mtn-refunds.ts'
import type { FailingServer } from './fake-server.ts'
import { type FakeResponse, openFakeServer, planAnswers, type Question } from './fake-server.ts'

/** With `also`, the call has its effect all the same. */
type DisturbedResponse = FakeResponse & { also?: boolean }

export type FakeMtn = FailingServer & {
  /** What a shop needs to be told to use it. */
  settings: Record<string, string>
  /** What it needs besides, to send money back. */
  refundSettings: Record<string, string>
  /** Everything that was taken, by reference. */
  taken: ReadonlyMap<string, TakenRequest>
  /** Every refund that was taken, by reference. */
  refunds: ReadonlyMap<string, TakenRefund>
  /** What happens to refunds of this payment from now on. */
  planRefund(payment: string, plan: Partial<MtnRefundPlan>): void
  /** How often each kind of call came. */
  calls: Record<MtnCall, number>
  /** The payments that were asked about, in this order. */
  asked: readonly string[]
  /** The next call of this kind, or about this payment, is answered so. */
  next(call: MtnCall, answer: DisturbedResponse, reference?: string): void
  /** What happens to requests for this number from now on. */
  plan(phone: string, plan: Partial<MtnPlan>): void
  /** Tokens lose their force before their time. */
  forgetTokens(): void
  /** Makes the calls that are due by the clock, and says how many that were. */
  callBack(): Promise<number>
}

type Setup = {
  clock: Clock
  /** How calls reach the shop; over the network when nothing else is said. */
  deliver?: (method: 'POST' | 'PUT', url: string, body: object) => Promise<void>
  /** Decides for numbers that have no plan; may also disturb a call. */
  choosePlan?: (phone: string) => Partial<MtnPlan>
  disturb?: (call: MtnCall) => DisturbedResponse | null
  port?: number
  callbackHost?: string
}

const keys = {
  subscription: 'fake-subscription',
  disbursement: 'fake-disbursement',
  user: '5e0b2a04-6d0b-4d3c-8f62-7d4f0f9d0c11',
  key: 'fake-api-key',
  callbackToken: 'fake-callback-token',
}

/** MTN MoMo Collections as its sandbox was seen to behave, with the faults that were seen there. */
export async function openFakeMtn(setup: Setup): Promise<FakeMtn> {
  const { clock, choosePlan = planOfWallet, callbackHost = 'shop.example' } = setup
  const plans = new Map<string, Partial<MtnPlan>>()
  const books = openMtnPayments(clock, keys, callbackHost, (phone) => plans.get(phone) ?? choosePlan(phone))
  const planned = planAnswers<DisturbedResponse>()
  const calls: Record<MtnCall, number> = {
    token: 0,
    start: 0,
    status: 0,
    provision: 0,
    refund: 0,
    refundStatus: 0,
  }

  const asked: string[] = []

  function answer(question: Question): FakeResponse {
    const call = callOf(question)
    if (call === 'status') asked.push(question.path.slice(question.path.lastIndexOf('/') + 1))
    if (call === null) return { status: 404, body: { statusCode: 404, message: 'Resource not found' } }
    calls[call]++
    const disturbed = planned.take(call, question) ?? setup.disturb?.(call)
    if (disturbed && !disturbed.also) return disturbed
    const usual = books.answer(call, question)
    return disturbed ? { ...usual, ...disturbed } : usual
  }

  const server = await openFakeServer(answer, setup.port)
  const deliver = setup.deliver ?? callOverNetwork
  return {
    ...server,
    settings: {
      PAYMENT_GATEWAY: 'mtn',
      PAYMENT_GATEWAY_URL: server.url,
      MTN_ENVIRONMENT: 'sandbox',
      MTN_SUBSCRIPTION_KEY: keys.subscription,
      MTN_API_USER: keys.user,
      MTN_API_KEY: keys.key,
      MTN_CALLBACK_TOKEN: keys.callbackToken,
    },
    refundSettings: {
      MTN_DISBURSEMENT_KEY: keys.disbursement,
      MTN_DISBURSEMENT_API_USER: keys.user,
      MTN_DISBURSEMENT_API_KEY: keys.key,
    },
    taken: books.taken,
    refunds: books.refunds.taken,
    planRefund: books.refunds.plan,
    calls,
    asked,
    next: planned.plan,
    plan: (phone, plan) => void plans.set(phone, plan),
    forgetTokens: books.forgetTokens,
    async callBack() {
      const due = books.dueCallbacks()
      for (const { method, url, body } of due) await deliver(method, url, body)
      return due.length
    },
  }
}

function callOf({ method, path }: Question): MtnCall | null {
  if (path.startsWith('/v1_0/apiuser')) return 'provision'
  if (method === 'POST' && /^\/(collection|disbursement)\/token\/$/.test(path)) return 'token'
  if (path.startsWith('/disbursement/v1_0/refund')) return method === 'POST' ? 'refund' : 'refundStatus'
  if (method === 'POST' && path === '/collection/v1_0/requesttopay') return 'start'
  return method === 'GET' && path.startsWith('/collection/v1_0/requesttopay/') ? 'status' : null
}

async function callOverNetwork(method: 'POST' | 'PUT', url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'LWAC Http Client 1.0' }
  // Whether it arrives is nobody's concern here: MTN does not say either.
  await fetch(url, { method, headers, body: JSON.stringify(body) }).catch(() => {})
}
