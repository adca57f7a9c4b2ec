import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/tracking-path.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { GatewayName } from '#contract/payments.ts'
import { answerTestPayment, checkPayment, payOnDelivery, retryPayment } from './payment-calls.ts'
import { isWaiting } from './payment-messages.ts'
import { useGoToPayment } from './use-go-to-payment.ts'
import type { LivePayment } from './use-live-payment.ts'

export type PaymentStep = 'check' | 'retry' | 'pay on delivery' | 'approve' | 'decline'

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

/** What the customer can do about a payment; one thing at a time, and every "no" in words on the page. */
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
    // Taken away first, so that the same words are read out each time.
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
        const news = await checkPayment(reference)
        take(news)
        setInVain(isWaiting(news))
      }),
    retry: (phone: string | null) =>
      run('retry', async () => {
        const started = await retryPayment(reference, phone)
        await goToPayment(order.trackingCode, started, { replace: true })
      }),
    payOnDelivery: () =>
      run('pay on delivery', async () => {
        const { order: changed } = await payOnDelivery(reference)
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
