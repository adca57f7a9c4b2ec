import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { answerTest } from './answer-test.ts'
import { checkPayment, defineCheckJob } from './check-payment.ts'
import { checkRefundsOf, defineRefundJob } from './check-refund.ts'
import { defineSweepJobs, sweep } from './end-holds.ts'
import type { CallFromOutside } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { hearCallback } from './hear-callback.ts'
import { getPayment } from './hold-payment.ts'
import { countWaiting, getAdminPayment, listPayments } from './list-payments.ts'
import { payOnDelivery } from './pay-on-delivery.ts'
import { type RefundWish, refundPayment } from './refund-payment.ts'
import type { Room } from './room.ts'
import { showPayment } from './show-payment.ts'
import { acceptPayment, markRefunded } from './staff-decisions.ts'
import { retryPayment, type StartWish, startPayment } from './start-payment.ts'
import { openTurns } from './turns.ts'

export function openPayments(tools: Tools) {
  const { db } = tools
  const room: Room = { tools, gateway: openGateway(tools, openTurns(tools)) }
  defineCheckJob(room)
  defineRefundJob(room)
  defineSweepJobs(room)
  return {
    /** Whether Order Online can be offered. */
    isOffered: room.gateway !== null,
    start: (address: string, wish: StartWish) => startPayment(room, address, wish),
    retry: (reference: string, phone: string) => retryPayment(room, reference, phone),
    find: (reference: string) => showPayment(room, reference),
    check: async (reference: string) => {
      await getPayment(db, reference)
      await checkPayment(room, reference)
      await checkRefundsOf(room, reference)
      return await showPayment(room, reference)
    },
    answerTest: (reference: string, answer: 'approve' | 'decline') => answerTest(room, reference, answer),
    payOnDelivery: (reference: string) => payOnDelivery(room, reference),
    hearCallback: (call: CallFromOutside) => hearCallback(room, call),
    sweep: () => sweep(room),
    list: (filter: Parameters<typeof listPayments>[1]) => listPayments(room, filter),
    get: (reference: string) => getAdminPayment(room, reference),
    countWaiting: () => countWaiting(db),
    accept: (viewer: Viewer, reference: string, note: string) =>
      acceptPayment(tools, viewer, reference, note),
    markRefunded: (viewer: Viewer, reference: string, note: string) =>
      markRefunded(room, viewer, reference, note),
    refund: (viewer: Viewer, reference: string, wish: RefundWish) =>
      refundPayment(room, viewer, reference, wish),
  }
}
