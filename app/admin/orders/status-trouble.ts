import { isApiProblem } from '#app/data/api-problem.ts'
import type { LineProblem } from '#contract/checkout.ts'
import { type OrderStatus, readOrderStatus } from '#rules/order-status.ts'

type StatusTrouble = {
  description: string
  /** What somebody else has made of the order meanwhile. */
  now?: OrderStatus
}

/** Why a status was not changed, in words that say what to do next. */
export function statusTrouble(error: unknown): StatusTrouble {
  if (!isApiProblem(error)) return { description: 'Something went wrong. Please try again.' }
  if (error.code === 'order_changed') {
    const now = readOrderStatus(String(error.details.order_status))
    if (now)
      return {
        description: `Somebody else has set it to ${now} meanwhile. Please look and choose again.`,
        now,
      }
  }
  const short = shortLines(error.details.items)
  return { description: short ? `${error.message}: ${short}` : error.message }
}

function shortLines(items: unknown): string {
  if (!Array.isArray(items)) return ''
  return (items as LineProblem[])
    .filter(({ available, quantity }) => available < quantity)
    .map(({ product_name, available, quantity }) => `${product_name} (${quantity} needed, ${available} left)`)
    .join(', ')
}
