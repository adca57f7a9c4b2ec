import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { isApiProblem } from '#app/data/api.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { GatewayName, ShownPayment } from '#contract/payments.ts'
import { formatGhs } from '#rules/money.ts'
import type { PaymentState } from '#rules/payment-states.ts'
import {
  answerTestPayment,
  checkPayment,
  fetchPayment,
  payOnDelivery,
  retryPayment,
  useGoToPayment,
} from './payment-calls.ts'
import { payPath } from './saved-payments.ts'
import { followRetry, forgetUnpaid } from './unpaid-order.ts'

type LivePayment = {
  payment: ShownPayment
  /** The last request failed: what is shown is what was known before. */
  isOutOfReach: boolean
  /** Takes over what another call has brought. */
  take(fresh: ShownPayment): void
  /** Fetches at once instead of at the next interval. */
  refresh(): Promise<void>
}

/** The payment as it stands now. It is fetched only while the page is visible, and at once when it becomes visible again. */
export function useLivePayment(first: ShownPayment): LivePayment {
  const { reference } = first
  const [payment, setPayment] = useState(first)
  const [isOutOfReach, setOutOfReach] = useState(false)
  const known = useRef(first)
  const order = useRef({ asked: 0, answered: 0 })

  const take = useCallback((fresh: ShownPayment) => {
    order.current.answered = ++order.current.asked
    known.current = fresh
    setPayment(fresh)
    setOutOfReach(false)
  }, [])

  const refresh = useCallback(
    async (signal = new AbortController().signal) => {
      const request = ++order.current.asked
      // A response that was overtaken on a slow network is older than what is shown.
      const isOld = () => signal.aborted || request < order.current.answered
      try {
        const fresh = await fetchPayment(reference, signal)
        if (isOld()) return
        order.current.answered = request
        known.current = fresh
        setPayment(fresh)
        setOutOfReach(false)
      } catch {
        if (!isOld()) setOutOfReach(true)
      }
    },
    [reference],
  )

  const [watchedSince] = useState(() => Date.now())
  usePolling(refresh, () => pauseBeforeNextFetch(known.current.state, Date.now() - watchedSince))
  return { payment, isOutOfReach, take, refresh }
}

type PaymentStep = 'check' | 'retry' | 'pay on delivery' | 'approve' | 'decline'

type Failure = { title: string; text: string }

const titles = {
  check: 'We could not look just now',
  retry: 'Payment failed',
  'pay on delivery': 'The order could not be changed',
  approve: 'The answer was not taken',
  decline: 'The answer was not taken',
} satisfies Record<PaymentStep, string>

/** Whoever pays there after all has paid. */
const stillThere = {
  mtn: 'Decline the prompt on your phone; if you approve it, you pay nothing at the door.',
  paystack: 'If you pay online after all, you pay nothing at the door.',
  test: 'Decline the prompt on your phone; if you approve it, you pay nothing at the door.',
} satisfies Record<GatewayName, string>

/** What the customer can do about a payment; one thing at a time, and every refusal is shown on the page. */
export function usePaymentSteps({ payment, take, refresh }: LivePayment) {
  const { reference, order } = payment
  const navigate = useNavigate()
  const { show } = useToasts()
  const goToPayment = useGoToPayment()
  const isRunning = useRef(false)
  const [running, setRunning] = useState<PaymentStep | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wasInVain, setInVain] = useState(false)

  const run = async (step: PaymentStep, work: () => Promise<void>): Promise<Error | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setRunning(step)
    setFailure(null)
    // Taken away first, so that the same text is read out each time.
    setInVain(false)
    try {
      await work()
      return null
    } catch (error) {
      const problem = error instanceof Error ? error : new Error(String(error))
      const isAboutNumber = isApiProblem(problem) && problem.fields.customerPhone !== undefined
      if (!isAboutNumber) setFailure({ title: titles[step], text: problem.message })
      // What was refused has often changed meanwhile, as when the money came after all.
      if (isApiProblem(problem) && problem.status === 409) await refresh()
      return problem
    } finally {
      isRunning.current = false
      setRunning(null)
    }
  }

  return {
    running,
    failure,
    wasInVain,
    check: () =>
      run('check', async () => {
        const fresh = await checkPayment(reference)
        take(fresh)
        setInVain(isWaiting(fresh))
      }),
    retry: (phone: string | null) =>
      run('retry', async () => {
        const started = await retryPayment(reference, phone)
        followRetry(order.trackingCode, started.referenceId)
        // What the gateway did not have was sent again under the same reference.
        if (started.referenceId === reference && started.paymentUrl.endsWith(payPath(reference)))
          return await refresh()
        await goToPayment(order.trackingCode, started, { replace: true })
      }),
    payOnDelivery: () =>
      run('pay on delivery', async () => {
        const { order: changed } = await payOnDelivery(reference)
        forgetUnpaid(changed.tracking_code)
        show({
          tone: 'success',
          title: 'Order placed successfully',
          description: `You pay on delivery. ${isWaiting(payment) ? stillThere[payment.gateway] : 'Send us the order on WhatsApp, so that we can confirm it.'}`,
        })
        await navigate(trackingPath(changed.tracking_code), { replace: true })
      }),
    answerTest: (answer: 'approve' | 'decline') =>
      run(answer, async () => {
        await answerTestPayment(reference, answer)
        take(await checkPayment(reference))
      }),
  }
}

export type PaymentSteps = ReturnType<typeof usePaymentSteps>

const second = 1_000
const minute = 60 * second

/** The answer comes within the first minutes or not at all, so the page asks often at first. Null: nothing more will come. */
export function pauseBeforeNextFetch(state: PaymentState, watchedMs: number): number | null {
  switch (state) {
    case 'awaiting':
    case 'not_confirmed':
      if (watchedMs < minute) return 3 * second
      return watchedMs < 6 * minute ? 5 * second : 15 * second
    case 'failed':
    case 'expired':
    case 'review':
    case 'questioned':
    case 'refund_pending':
      // Money can still arrive late or go back, and a person may look into it.
      return 30 * second
    case 'paid':
    case 'refund_due':
    case 'partially_refunded':
    case 'refunded':
      return null
  }
}

export type PaymentMessages = {
  title: string
  /** Another mark than that of the state. */
  mark?: PaymentState
  /** How it stands, in one line that is read out when it changes. */
  status: string
  /** What that means and what becomes of the order. */
  meaning: string
}

/** What the page says in each state. */
export function paymentMessages(payment: ShownPayment): PaymentMessages {
  // A number that is cut in two at the end of a line is hard to recognise.
  const shown = { ...payment, phone: payment.phone.replaceAll(' ', '\u00a0') }
  const isLeft = payment.order.isPaidAtDoor && isWaiting(payment)
  return isLeft ? atTheDoor(shown) : messages[payment.state](shown)
}

/** Nobody has answered for the customer yet. */
export function isWaiting({ state }: Pick<ShownPayment, 'state'>): boolean {
  return state === 'awaiting' || state === 'not_confirmed'
}

/** Whoever changed their mind may still find a prompt on the phone. */
function atTheDoor({ gateway, order }: ShownPayment): PaymentMessages {
  const leave =
    gateway === 'paystack'
      ? 'Leave the payment page unpaid.'
      : 'If a prompt is still on your phone, decline it.'
  return {
    title: 'You pay on delivery',
    mark: 'review',
    status: 'Pay on delivery',
    meaning: `Order ${order.trackingCode} is placed. ${leave} If you pay online after all, you pay nothing at the door.`,
  }
}

const safe = ({ order }: ShownPayment) =>
  `If money left your wallet, it is safe: order ${order.trackingCode}.`

const orderNote = ({ order, mayRetry, mayPayOnDelivery }: ShownPayment) => {
  const code = order.trackingCode
  if (order.status === 'Cancelled') return `Order ${code} was cancelled, because it was not paid in time.`
  return mayRetry || mayPayOnDelivery ? `Your order ${code} is still kept for you.` : `Your order is ${code}.`
}

/** What is said depends on whether the gateway has the payment at all. */
const awaiting = ({ gateway, isSent, phone }: ShownPayment): PaymentMessages => {
  if (gateway === 'paystack') {
    return isSent
      ? {
          title: 'Finish your payment',
          status: 'Waiting for your payment',
          meaning: 'This page changes by itself as soon as your payment has arrived.',
        }
      : {
          title: 'The payment page has not opened yet',
          mark: 'not_confirmed',
          status: 'Waiting for the payment page',
          meaning: 'Nothing was paid. Wait a moment, or try again.',
        }
  }
  return isSent
    ? {
        title: 'Approve the payment on your phone',
        status: 'Waiting for your approval',
        meaning: `Prompt sent to ${phone}`,
      }
    : {
        title: 'MTN has not answered yet',
        mark: 'not_confirmed',
        status: 'Waiting for MTN',
        meaning: `We keep asking for the prompt to ${phone}. If it comes, approve it. Trying again never charges you twice.`,
      }
}

const messages = {
  awaiting,
  not_confirmed: (payment) => ({
    title: 'We have not seen your approval yet',
    status: 'Not confirmed yet',
    meaning: safe(payment),
  }),
  paid: ({ order }) => ({
    title: 'Payment received',
    status: 'Paid',
    meaning: `Thank you! We now prepare your order ${order.trackingCode}.`,
  }),
  failed: (payment) => ({
    title: 'The payment did not go through',
    status: 'Payment failed',
    meaning: [payment.reason, orderNote(payment)].filter(Boolean).join(' '),
  }),
  expired: (payment) => ({
    title: 'The time to approve is over',
    status: 'Expired',
    meaning: `${payment.reason ?? 'The prompt was not approved in time.'} ${orderNote(payment)}`,
  }),
  review: ({ order }) => ({
    title: 'We are checking your payment',
    status: 'Under review',
    meaning: `You need not do anything more. We look into it and call you about order ${order.trackingCode}.`,
  }),
  questioned: ({ order }) => ({
    title: 'There is a question about your payment',
    status: 'In question',
    meaning: `Your bank or wallet has told us something about this payment. We look into it and call you about order ${order.trackingCode}.`,
  }),
  refund_due: ({ amount, refunded, phone, order }) => ({
    title: 'Your money comes back to you',
    status: 'Refund due',
    meaning: `Order ${order.trackingCode} cannot use your payment. We send ${formatGhs(amount - refunded)} back to ${phone}.`,
  }),
  refund_pending: ({ order }) => ({
    title: 'Your money is on its way back',
    status: 'Refund on its way',
    meaning: `We have sent money for order ${order.trackingCode} back to where it came from. It usually arrives within minutes, with a card within a few days.`,
  }),
  partially_refunded: ({ amount, refunded, order }) => ({
    title: 'A part of your money was sent back',
    status: 'Partly refunded',
    meaning: `We have sent ${formatGhs(refunded)} of your ${formatGhs(amount)} for order ${order.trackingCode} back to where it came from.`,
  }),
  refunded: ({ refunded }) => ({
    title: 'Your money was sent back',
    status: 'Refunded',
    meaning: `We have sent ${formatGhs(refunded)} back to where it came from.`,
  }),
} satisfies Record<PaymentState, (payment: ShownPayment) => PaymentMessages>
