import { formatGhs } from '#rules/money.ts'
import type { Tap } from '#rules/offline-action-queue.ts'
import type { ApiProblem } from '../data/api-problem.ts'

/** What was tapped, as the driver would say it. */
export function tapLabels(tap: Tap): string {
  if (tap.kind === 'photo') return 'the photo'
  if (tap.kind === 'cash') return `the cash (${formatGhs(tap.cash.collected)})`
  return tap.cash === null ? `“${tap.to}”` : `“${tap.to}” with ${formatGhs(tap.cash.collected)}`
}

/** Why the shop said no, and what to do now. Nobody should have to guess at a customer's door. */
export function refusalMessages(tap: Tap, { code, details, message }: ApiProblem): string {
  const lost = `So ${tapLabels(tap)} was not saved.`
  if (code === 'order_changed' && details.order_status === 'Cancelled') {
    return `The shop cancelled this order before your tap arrived. ${lost} Please call the shop before you leave the parcel or keep the money.`
  }
  if (code === 'order_changed') {
    return `The shop changed this order to ${details.order_status} meanwhile. ${lost} Look at the order and tap again.`
  }
  if (code === 'order_not_found') {
    return `This order was given to somebody else, or is not yours any more. ${lost} Please call the shop.`
  }
  if (code === 'step_not_allowed') return `This step was not possible any more. ${lost} Please call the shop.`
  return `${message} ${lost}`
}
