import type { OrderEditResponse } from '#contract/orders.ts'
import { formatCedis } from '#rules/money.ts'
import { Amount, Amounts } from './order-lines.tsx'

type OrderEditOutcomeProps = {
  outcome: OrderEditResponse
  /** Who reads it. */
  isCustomer?: boolean
}

/** What a change of an order comes to, shown before it is saved. */
export function OrderEditOutcome({ outcome, isCustomer = false }: OrderEditOutcomeProps) {
  const { before, after, lost_discounts: lost, discount_note: note } = outcome
  return (
    <section aria-label="What it comes to" className="grid gap-3 rounded-card bg-accent p-4">
      <Amounts>
        <Amount label="Total before">{formatCedis(before.order_total)}</Amount>
        <Amount label="Products">{formatCedis(after.subtotal)}</Amount>
        <Amount label="Delivery">{formatCedis(after.delivery_fee)}</Amount>
        {after.discounts.map(({ name, code, amount }) => (
          <Amount key={name} label={code ? `${name} (${code})` : name}>
            {formatCedis(-amount)}
          </Amount>
        ))}
        <Amount label="New total" isTotal>
          {formatCedis(after.order_total)}
        </Amount>
      </Amounts>
      {lost.map(({ name, amount }) => (
        <p key={name}>
          The discount {name} ({formatCedis(amount)}) no longer holds.
        </p>
      ))}
      {note && <p>{note}</p>}
      <p className="font-semibold">{moneyText(outcome, isCustomer)}</p>
    </section>
  )
}

function moneyText(outcome: OrderEditResponse, isCustomer: boolean): string {
  const { amount_to_collect: due, to_pay_online: online, to_pay_back: back } = outcome
  if (back > 0) {
    return isCustomer
      ? `You have paid more than that: we pay ${formatCedis(back)} back to you.`
      : `${formatCedis(back)} too much is paid: please pay it back under Payment.`
  }
  if (online > 0) return `To be paid online: ${formatCedis(online)}.`
  return due > 0 ? `To be paid on delivery: ${formatCedis(due)}.` : 'Nothing more is to be paid.'
}
