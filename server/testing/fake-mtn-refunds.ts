import type { Clock } from '../platform/context.ts'
import type { FakeResponse, Question } from './fake-server.ts'

export type Callback = { method: 'POST' | 'PUT'; url: string; body: object }

type RefundBody = { amount: string; currency: string; externalId: string; referenceIdToRefund: string }

/** What becomes of money that goes back. */
export type MtnRefundPlan = {
  status: 'SUCCESSFUL' | 'FAILED'
  reason?: string | { code: string; message: string }
  secondsPending: number
  /** So long after it was sent a FAILED stays; then it is paid all the same. */
  secondsFailed: number
  reported: { amount?: string }
}

export type TakenRefund = {
  body: RefundBody
  plan: MtnRefundPlan
  at: number
  url: string
  isCalled: boolean
}

/** The Disbursement side: each refund has a reference of its own and names the payment that it comes from. */
export function openMtnRefunds(clock: Clock, paidBy: (reference: string) => number | null) {
  const now = () => clock().getTime() / 1_000
  const taken = new Map<string, TakenRefund>()
  const plans = new Map<string, Partial<MtnRefundPlan>>()

  /** What was asked for too much, or of nothing, gets its 202 like everything else and fails later. */
  function judge({ amount, referenceIdToRefund }: RefundBody): Partial<MtnRefundPlan> {
    const paid = paidBy(referenceIdToRefund)
    if (paid === null) return { status: 'FAILED', reason: 'TRANSACTION_NOT_FOUND' }
    const before = [...taken.values()].filter(({ body }) => body.referenceIdToRefund === referenceIdToRefund)
    const gone = before.filter(({ plan }) => isPaidOut(plan))
    const sum = gone.reduce((total, { body }) => total + Number(body.amount), Number(amount))
    return sum > paid ? { status: 'FAILED', reason: 'NOT_ALLOWED' } : {}
  }

  return {
    taken,
    plan: (payment: string, plan: Partial<MtnRefundPlan>) => void plans.set(payment, plan),
    start({ headers, body }: Question): FakeResponse {
      const reference = String(headers['x-reference-id'])
      if (taken.has(reference)) return known()
      const input: RefundBody = JSON.parse(body)
      const plan = {
        status: 'SUCCESSFUL',
        secondsPending: 0,
        secondsFailed: Number.POSITIVE_INFINITY,
        reported: {},
        ...judge(input),
        ...plans.get(input.referenceIdToRefund),
      } as const
      const url = String(headers['x-callback-url'] ?? '')
      taken.set(reference, { body: input, plan, at: now(), url, isCalled: false })
      return { status: 202 }
    },
    status({ path }: Question): FakeResponse {
      const found = taken.get(path.slice(path.lastIndexOf('/') + 1))
      return found ? { status: 200, body: describe(found, now()) } : notFound()
    },
    dueCallbacks(): Callback[] {
      return [...taken.values()].flatMap((each) => {
        if (each.isCalled || each.url === '' || now() < each.at + each.plan.secondsPending) return []
        each.isCalled = true
        return { method: 'PUT', url: each.url, body: describe(each, now()) }
      })
    },
  }
}

function describe({ body, plan, at }: TakenRefund, now: number): object {
  const { referenceIdToRefund, ...reported } = body
  if (now < at + plan.secondsPending) return { ...reported, status: 'PENDING' }
  if (plan.status === 'FAILED' && now < at + plan.secondsFailed)
    return { ...reported, status: 'FAILED', reason: plan.reason }
  return { financialTransactionId: '2107745', ...reported, ...plan.reported, status: 'SUCCESSFUL' }
}

/** Sooner or later the money goes out with it. */
export function isPaidOut({ status, secondsFailed }: MtnRefundPlan): boolean {
  return status === 'SUCCESSFUL' || secondsFailed < Number.POSITIVE_INFINITY
}

export function known(): FakeResponse {
  const message = 'Duplicated reference id. Creation of resource failed.'
  return { status: 409, body: { message, code: 'RESOURCE_ALREADY_EXIST' } }
}

export function notFound(): FakeResponse {
  return { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' } }
}
