import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { DriverFilter } from '../orders/list-driver-orders.ts'
import type { Page } from '../orders/list-orders.ts'
import { type Assignment, assignDriver } from './assign-driver.ts'
import type { Cash } from './collect-cash.ts'
import { writeDeliveryNote } from './delivery-note.ts'
import { readDriverDay } from './driver-day.ts'
import { enterCash } from './enter-cash.ts'
import { findDelivery, findProofPhoto } from './find-delivery.ts'
import { confirmHandOver, type HandOver, listHandOvers } from './hand-over.ts'
import { listCash } from './list-cash.ts'
import { listDrivers } from './list-drivers.ts'
import { readOrderCash } from './order-cash.ts'
import { addProofPhoto, defineProofJob, type ProofPhoto } from './prove-delivery.ts'
import { type Step, takeStep } from './take-step.ts'

export function openDelivery(context: Context) {
  const { db } = context
  defineProofJob(context)
  return {
    listDrivers: () => listDrivers(db),
    assignDriver: (viewer: Viewer, input: Assignment) => assignDriver(context, viewer, input),
    writeNote: (viewer: Viewer, orderId: number, note: string) =>
      writeDeliveryNote(context, viewer, orderId, note),
    readDay: (viewer: Viewer, filter: DriverFilter, page: Page) =>
      readDriverDay(context, viewer, filter, page),
    takeStep: (viewer: Viewer, orderId: number, step: Step, key: string | null) =>
      takeStep(context, viewer, orderId, step, key),
    enterCash: (viewer: Viewer, orderId: number, cash: Cash & { tappedAt: Date | null }) =>
      enterCash(context, viewer, orderId, cash),
    addProofPhoto: (viewer: Viewer, orderId: number, proof: ProofPhoto, key: string | null) =>
      addProofPhoto(context, viewer, orderId, proof, key),
    find: (viewer: Viewer, orderId: number) => findDelivery(db, viewer, orderId),
    findProofPhoto: (viewer: Viewer, orderId: number, proofId: number) =>
      findProofPhoto(context, viewer, orderId, proofId),
    listCash: () => listCash(db),
    readOrderCash: (orderIds: readonly number[]) => readOrderCash(db, orderIds),
    confirmHandOver: (viewer: Viewer, handOver: HandOver, key: string | null) =>
      confirmHandOver(context, viewer, handOver, key),
    listHandOvers: (page: Page) => listHandOvers(db, page),
  }
}
