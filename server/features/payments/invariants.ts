import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { checkFacts } from '../orders/invariants.ts'

/** What must be true of orders and their payments at every moment; an empty list means that it is. */
export function checkPaymentInvariants(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

const facts: Record<string, SQL> = {
  'a paid online order has exactly one payment that paid it': sql`
    select 'order' as what, o.id from orders o
    where o.paid_at is not null
      and (select count(*) from payments p where p.order_id = o.id and p.pays_order) <> 1`,

  'only a paid order has a payment that paid it': sql`
    select 'order' as what, o.id from orders o
    where o.paid_at is null and exists (select from payments p where p.order_id = o.id and p.pays_order)`,

  'what was paid is what the order costs, unless a person accepted it': sql`
    select 'order' as what, o.id from orders o join payments p on p.order_id = o.id and p.pays_order
    where (p.amount <> o.total and not exists (select from order_history h where h.order_id = o.id and h.edits is not null))
      or (p.note is null and (p.told_amount is distinct from p.amount or p.told_currency is distinct from p.currency))`,

  'what an order has online is what its payment brought and did not give back': sql`
    select 'order' as what, o.id from orders o left join payments p on p.order_id = o.id and p.pays_order
    where o.paid_online - o.refunded <> coalesce(least(p.amount, p.told_amount) - p.refunded_amount, 0)`,

  'the ledger has what a payment brought and gave back, while it pays its order': sql`
    select 'order' as what, p.order_id as id from payments p
    left join (select payment, sum(case when kind = 'receipt' then amount else -amount end) as kept
      from order_money where payment is not null group by 1) m on m.payment = p.reference
    where coalesce(m.kept, 0) <> case when p.pays_order then least(p.amount, p.told_amount) - p.refunded_amount else 0 end`,

  'one try at most is under way': sql`
    select 'order' as what, order_id as id from payments where stage in ('created', 'pending', 'unknown')
    group by order_id having count(*) > 1`,

  'what is not settled is looked at again, or was for two days': sql`
    select 'order' as what, order_id as id from payments
    where stage in ('created', 'pending', 'unknown', 'expired_local') and next_check_at is null`,

  'an unpaid online order that waits has an end, or somebody looks at it': sql`
    select 'order' as what, o.id from orders o
    where o.status = 'Pending' and o.payment_method = 'mtn_momo' and o.paid_at is null and o.hold_until is null
      and o.source = 'shop' and exists (select from payments p where p.order_id = o.id)
      and not exists (select from payments p where p.order_id = o.id and (p.stage in ('review', 'questioned', 'refund_due', 'refund_pending')
        or p.stage = 'refunded' and p.reason = 'REFUNDED_ELSEWHERE'))
      and (select count(*) from order_history h where h.order_id = o.id and h.edits is null) = 1`,

  'only an order that is cancelled for want of money says so': sql`
    select 'order' as what, id from orders
    where cancel_reason is not null and (status <> 'Cancelled' or (paid_at is not null and cancel_reason <> 'by_customer'))`,

  'only money that stays pays an order': sql`
    select 'order' as what, order_id as id from payments
    where pays_order and stage not in ('succeeded', 'refund_pending', 'partially_refunded', 'questioned')
      or not pays_order and stage in ('succeeded', 'partially_refunded')`,

  'no more goes back than was due and came in, with what is still under way, or a person has settled it': sql`
    select 'order' as what, p.order_id as id from payments p
    where least(p.amount, coalesce(p.told_amount, p.amount))
      < (select coalesce(sum(r.amount), 0) from refunds r where r.payment = p.reference and r.stage <> 'failed')
      and not exists (select from refunds r where r.payment = p.reference and r.is_double and r.decision_note is not null)`,

  'what a payment says went back is what its refunds add up to': sql`
    select 'order' as what, p.order_id as id from payments p
    where p.refunded_amount <> least(p.amount, coalesce(p.told_amount, p.amount),
      (select coalesce(sum(r.amount), 0) from refunds r where r.payment = p.reference and r.stage = 'succeeded'))`,

  'money goes back only of a payment that brought some': sql`
    select 'order' as what, p.order_id as id from payments p
    where p.stage in ('created', 'pending', 'unknown', 'expired_local', 'failed', 'expired')
      and exists (select from refunds r where r.payment = p.reference)`,

  'a payment goes back exactly while a refund of it is under way': sql`
    select 'order' as what, p.order_id as id from payments p
    where (p.stage = 'refund_pending')
      <> exists (select from refunds r where r.payment = p.reference and r.stage in ('created', 'pending', 'unknown'))`,

  'refunded is what went back whole, and partly refunded what did not': sql`
    select 'order' as what, order_id as id from payments
    where stage = 'refunded' and refunded_amount <> least(amount, coalesce(told_amount, amount))
      or stage not in ('refunded', 'refund_pending') and refunded_amount > 0 and refunded_amount = least(amount, coalesce(told_amount, amount))
      or stage = 'partially_refunded' and refunded_amount = 0`,

  'a refund under way is looked at again': sql`
    select 'order' as what, p.order_id as id from refunds r join payments p on p.reference = r.payment
    where r.stage in ('created', 'pending', 'unknown') and r.next_check_at is null
      or r.stage = 'succeeded' and r.next_check_at is not null`,
}
