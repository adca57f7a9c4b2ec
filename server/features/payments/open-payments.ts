import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { answerTest } from './answer-test.ts'
import { checkPayment, defineCheckJob } from './check-payment.ts'
import { checkRefundsOf, defineRefundJob } from './check-refund.ts'
import type { CallFromOutside } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { countWaiting, getAdminPayment, listPayments } from './list-payments.ts'
import { getPayment } from './lock-payment.ts'
import { payOnDelivery } from './pay-on-delivery.ts'
import type { PaymentsContext } from './payments-context.ts'
import { type RefundInput, refundPayment } from './refund-payment.ts'
import { defineSweepJobs, sweep } from './release-reservations.ts'
import { showPayment } from './show-payment.ts'
import { acceptPayment, markRefunded } from './staff-decisions.ts'
import { retryPayment, type StartInput, startPayment } from './start-payment.ts'
import { openThrottle } from './throttle.ts'
import { receiveWebhook } from './webhook.ts'

export function openPayments(shared: Context) {
  const { db } = shared
  const context: PaymentsContext = { ...shared, gateway: openGateway(shared, openThrottle(shared)) }
  defineCheckJob(context)
  defineRefundJob(context)
  defineSweepJobs(context)
  return {
    /** Whether Order Online can be offered. */
    isOffered: context.gateway !== null,
    start: (address: string, input: StartInput) => startPayment(context, address, input),
    retry: (reference: string, phone: string) => retryPayment(context, reference, phone),
    find: (reference: string) => showPayment(context, reference),
    check: async (reference: string) => {
      await getPayment(db, reference)
      await checkPayment(context, reference)
      await checkRefundsOf(context, reference)
      return await showPayment(context, reference)
    },
    answerTest: (reference: string, answer: 'approve' | 'decline') => answerTest(context, reference, answer),
    payOnDelivery: (reference: string) => payOnDelivery(context, reference),
    receiveWebhook: (call: CallFromOutside) => receiveWebhook(context, call),
    sweep: () => sweep(context),
    list: (filter: Parameters<typeof listPayments>[1]) => listPayments(context, filter),
    get: (reference: string) => getAdminPayment(context, reference),
    countWaiting: () => countWaiting(db),
    accept: (viewer: Viewer, reference: string, note: string) =>
      acceptPayment(context, viewer, reference, note),
    markRefunded: (viewer: Viewer, reference: string, note: string) =>
      markRefunded(context, viewer, reference, note),
    refund: (viewer: Viewer, reference: string, input: RefundInput) =>
      refundPayment(context, viewer, reference, input),
  }
}
