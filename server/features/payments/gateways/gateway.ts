import type { GatewayName } from '#contract/payments.ts'
import type { Pesewas } from '#rules/money.ts'

/** What a gateway needs to know of a payment. */
export type PaymentFacts = {
  reference: string
  amount: Pesewas
  currency: string
  phone: string
  createdAt: Date
  /** Of the order; it stands on the customer's receipt. */
  trackingCode: string
  email: string | null
  testAnswer: 'approve' | 'decline' | null
}

/** How a payment was taken up. */
export type StartResult =
  /** Without an address the customer waits on our own page. A repetition may have an answer already. */
  | { is: 'accepted'; hostedUrl: string | null; isRepeat: boolean }
  /** Nothing was or will be charged. */
  | { is: 'refused'; reason: string }
  /** Nobody knows; only asking can tell. */
  | { is: 'unknown' }

/** What a gateway says about a payment when it is asked. `raw` is stored for a dispute. */
export type GatewayStatus =
  /** Idle: nobody is paying at this moment, although somebody still could. */
  | { is: 'pending'; isIdle?: boolean }
  | { is: 'succeeded'; paid: Paid; raw: string }
  | { is: 'failed'; reason: string; raw: string }
  | { is: 'refunded'; raw: string }
  | { is: 'not_found' }
  | { is: 'no_answer' }
  | NotAsked

/** It was not this question’s turn within a reasonable time: nothing is known that was not known before. */
type NotAsked = { is: 'not_asked' }

/** Somebody waits for the answer, or the gateway called; or it is one of the questions that the shop asks by itself. */
export type Urgency = 'urgent' | 'planned'

/** Waits until the gateway may be asked; false when that would take too long. */
export type Throttle = (urgency: Urgency) => Promise<boolean>

/** Null: it could not be read. */
export type Paid = {
  amount: Pesewas | null
  currency: string | null
  /** Which payment of ours it says it was. */
  reference: string | null
  transactionId: string | null
}

export type Gateway = {
  name: GatewayName
  /** No money moves. */
  isTest: boolean
  currency: 'GHS' | 'EUR'
  /** Each try rings the phone that was named, whoever owns it. */
  ringsPhones: boolean
  /** The number as the gateway wants it, or null when it cannot ask there. */
  readPhone(typed: string): string | null
  start(payment: PaymentFacts): Promise<StartResult>
  /** With a turn that was taken before, nothing waits for one. */
  ask(payment: PaymentFacts, hasTurn?: boolean): Promise<GatewayStatus>
  /** What happened to the money of a payment after it was paid; null when the status alone says so. */
  listWithdrawals: ((payment: PaidFacts) => Promise<Withdrawals | null>) | null
  /** How money goes back; null when only a person can send it. */
  refunds: RefundGateway | null
  /** The payment that a call from outside is about; null when it did not come from the gateway. Only ever a reason to ask. */
  readCallback(call: CallFromOutside): string | null
}

export type PaidFacts = { reference: string; transactionId: string | null }

/** Money that goes, or may go, without a word from us. */
export type Withdrawals = {
  /** Paid back on the gateway's own pages. */
  refunds: { gatewayId: string; amount: Pesewas }[]
  /** A dispute that is open, or was lost. */
  dispute: string | null
  raw: string
}

/** What a gateway needs to know of money that goes back. */
export type RefundFacts = {
  reference: string
  amount: Pesewas
  currency: string
  /** Of the payment that it comes from: ours, and the gateway’s own. */
  payment: string
  transactionId: string | null
  /** How the gateway calls the refund, once it has said so. */
  gatewayId: string | null
  trackingCode: string
}

export type RefundStart =
  | { is: 'accepted'; gatewayId: string | null }
  /** Nothing was or will be paid out. */
  | { is: 'refused'; reason: string }
  | { is: 'unknown' }

export type RefundStatus =
  | { is: 'pending'; gatewayId?: string; raw?: string }
  | { is: 'succeeded'; gatewayId: string | null; raw: string }
  /** Refused: it was never taken, so nothing can come of it later. */
  | { is: 'failed'; reason: string; raw: string; isRefused?: boolean }
  /** A person has to look at the gateway’s own pages. */
  | { is: 'stuck'; reason: string; raw: string; gatewayId?: string }
  | { is: 'not_found' }
  | { is: 'no_answer' }
  | NotAsked

export type RefundGateway = {
  /** Sent twice under one reference, it still pays once. */
  isRepeatable: boolean
  start(refund: RefundFacts): Promise<RefundStart>
  ask(refund: RefundFacts): Promise<RefundStatus>
}

export type CallFromOutside = {
  gateway: GatewayName
  /** The unguessable parts of the address. */
  token: string
  reference: string
  signature: string
  body: Buffer
}

/** The gateway could not be reached, so it knows nothing of the payment. */
export const unreachable = 'GATEWAY_UNREACHABLE'

/** The gateway has opened a page, but its address never came: nobody can pay there. */
export const pageLost = 'PAGE_LOST'
