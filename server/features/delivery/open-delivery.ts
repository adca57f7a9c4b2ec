import type { Tools } from '#server/platform/tools.ts'
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

export function openDelivery(tools: Tools) {
  const { db } = tools
  defineProofJob(tools)
  return {
    listDrivers: () => listDrivers(db),
    assignDriver: (viewer: Viewer, wish: Assignment) => assignDriver(tools, viewer, wish),
    writeNote: (viewer: Viewer, orderId: number, note: string) =>
      writeDeliveryNote(tools, viewer, orderId, note),
    readDay: (viewer: Viewer, filter: DriverFilter, page: Page) => readDriverDay(tools, viewer, filter, page),
    takeStep: (viewer: Viewer, orderId: number, step: Step, key: string | null) =>
      takeStep(tools, viewer, orderId, step, key),
    enterCash: (viewer: Viewer, orderId: number, cash: Cash & { tappedAt: Date | null }) =>
      enterCash(tools, viewer, orderId, cash),
    addProofPhoto: (viewer: Viewer, orderId: number, proof: ProofPhoto, key: string | null) =>
      addProofPhoto(tools, viewer, orderId, proof, key),
    find: (viewer: Viewer, orderId: number) => findDelivery(db, viewer, orderId),
    findProofPhoto: (viewer: Viewer, orderId: number, proofId: number) =>
      findProofPhoto(tools, viewer, orderId, proofId),
    listCash: () => listCash(db),
    readOrderCash: (orderIds: readonly number[]) => readOrderCash(db, orderIds),
    confirmHandOver: (viewer: Viewer, handOver: HandOver, key: string | null) =>
      confirmHandOver(tools, viewer, handOver, key),
    listHandOvers: (page: Page) => listHandOvers(db, page),
  }
}
