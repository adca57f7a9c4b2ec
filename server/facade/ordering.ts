import type { OrderFilter } from '#contract/admin-orders.ts'
import { receiveCampaignReceipt } from '../features/campaigns/send-campaigns.ts'
import { assignDriver, listDrivers } from '../features/delivery/assign-driver.ts'
import {
  answerAttempt,
  planNextDelivery,
  reportAttempt,
  trackDelivery,
} from '../features/delivery/attempts.ts'
import { listCash, readOrderCash } from '../features/delivery/cash-book.ts'
import { enterCash } from '../features/delivery/collect-cash.ts'
import { readDriverDay } from '../features/delivery/driver-day.ts'
import { confirmHandOver, listHandOvers } from '../features/delivery/hand-over.ts'
import {
  addProofPhoto,
  findDelivery,
  findProofPhoto,
  writeDeliveryNote,
} from '../features/delivery/proofs-and-notes.ts'
import { takeStep } from '../features/delivery/take-step.ts'
import { bulkUpdate, changeStatus, writeNote } from '../features/orders/change-status.ts'
import { cancelOwnOrder, listOwnOrders } from '../features/orders/customer-orders.ts'
import { listDeliveryDays } from '../features/orders/delivery-days.ts'
import { editOrder, editOwnOrder } from '../features/orders/edit-order.ts'
import { exportOrders } from '../features/orders/export-orders.ts'
import { getOrder, listOrders } from '../features/orders/list-orders.ts'
import { countForList } from '../features/orders/order-counts.ts'
import { enterMoney, readLedger, takeBackMoney } from '../features/orders/order-ledger.ts'
import { placeOrder } from '../features/orders/place-order.ts'
import { isWebhookOurs, receiveWhatsApp } from '../features/orders/send-messages.ts'
import { listOrderMessages, markTold, sendAgain } from '../features/orders/tell-by-hand.ts'
import { decideOnUnusual } from '../features/orders/unusual-orders.ts'
import { receiveWebhook } from '../features/payments/check-payment.ts'
import { countWaiting, getAdminPayment, listPayments } from '../features/payments/list-payments.ts'
import {
  answerTest,
  checkNow,
  payOnDelivery,
  payOrderOnDelivery,
  showPayment,
} from '../features/payments/payment-page.ts'
import { isHosted, type PaymentsContext } from '../features/payments/payments-context.ts'
import { sweep } from '../features/payments/release-reservations.ts'
import {
  acceptPayment,
  decideRefund,
  markRefunded,
  refundPayment,
} from '../features/payments/staff-decisions.ts'
import { retryPayment, startPayment } from '../features/payments/start-payment.ts'
import { issueReceipt } from '../features/receipts/issue-receipts.ts'
import {
  findReceipted,
  listReceipts,
  openReceiptFiles,
  showReceipts,
} from '../features/receipts/show-receipts.ts'
import { readReturns } from '../features/returns/find-returns.ts'
import { moveReturn, receiveReturn, settleReturn } from '../features/returns/move-return.ts'
import { findReturnPhoto, openReturn, setReturnPhoto } from '../features/returns/open-return.ts'
import { bind, bindContextReads, bindReads } from './bind.ts'

/** From the order to the money and the doorstep. */
export function openOrdering(paying: PaymentsContext) {
  const { db, reads } = paying
  return {
    orders: {
      ...bind(paying, {
        place: placeOrder,
        cancelOwn: cancelOwnOrder,
        edit: editOrder,
        editOwn: editOwnOrder,
        listDeliveryDays,
        changeStatus,
        bulkUpdate,
        writeNote,
        decideOnUnusual,
        enterMoney,
        takeBackMoney,
      }),
      ...bind(paying, {
        listMessages: listOrderMessages,
        markTold,
        sendAgain,
        isWebhookOurs,
      }),
      receiveWhatsApp: (signature: string, body: Buffer) =>
        receiveWhatsApp(paying, signature, body, (receipt) => receiveCampaignReceipt(paying, receipt)),
      ...bind(db, {
        get: getOrder,
        readLedger,
        listOwn: listOwnOrders,
      }),
      ...bindReads(reads, { list: listOrders, count: countForList }),
      exportAll: (filter: OrderFilter) => exportOrders(reads, readOrderCash, filter),
    },

    payments: {
      /** Whether Order Online can be offered. */
      isOffered: paying.gateway !== null,
      /** Whether the prompt goes to the number that the customer types at the checkout. */
      sendsPrompt: paying.gateway !== null && !isHosted({ gateway: paying.gateway.name }),
      ...bind(paying, { start: startPayment, retry: retryPayment, find: showPayment, check: checkNow }),
      ...bind(paying, { payOnDelivery, payOrderOnDelivery, answerTest, receiveWebhook, sweep }),
      ...bind(paying, { get: getAdminPayment }),
      ...bindContextReads(paying, { list: listPayments }),
      ...bind(paying, { accept: acceptPayment, markRefunded, refund: refundPayment, decideRefund }),
      ...bindReads(reads, { countWaiting }),
    },

    receipts: {
      ...bind(paying, { show: showReceipts, issue: issueReceipt }),
      ...bind(db, { list: listReceipts, findReceipted }),
      files: openReceiptFiles(paying),
    },

    returns: {
      ...bind(paying, { open: openReturn, move: moveReturn, receive: receiveReturn, settle: settleReturn }),
      ...bind(paying, { setPhoto: setReturnPhoto, findPhoto: findReturnPhoto }),
      ...bind(db, { read: readReturns }),
    },

    delivery: {
      ...bind(paying, { assignDriver, writeNote: writeDeliveryNote, readDay: readDriverDay, takeStep }),
      ...bind(paying, { reportAttempt, planNextDelivery, answerAttempt, track: trackDelivery }),
      ...bind(paying, { enterCash, confirmHandOver, addProofPhoto, findProofPhoto, find: findDelivery }),
      ...bind(db, { readOrderCash }),
      ...bindReads(reads, { listDrivers, listCash, listHandOvers }),
    },
  }
}
