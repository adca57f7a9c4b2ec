import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { checkFacts } from '../orders/invariants.ts'

/** What must be true of the cash book at every moment. An empty list means that it is. */
export function checkCashBook(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

const facts: Record<string, SQL> = {
  'the cash book adds up, line by line, to what the driver has': sql`
    select 'entry' as what, id from (
      select id, amount, in_hand_after, lag(in_hand_after, 1, 0) over (partition by driver_id order by id) as before
      from cash_entries where driver_id is not null
    ) e where before + amount <> in_hand_after or in_hand_after < 0`,

  'a driver has what was collected and not yet handed over': sql`
    select 'driver' as what, e.driver_id as id from cash_entries e where e.driver_id is not null
    group by e.driver_id
    having sum(amount) <> (select in_hand_after from cash_entries l where l.driver_id = e.driver_id order by l.id desc limit 1)`,

  'what was due is what was collected and what is open, and a difference has a reason': sql`
    select 'order' as what, o.id from orders o
    join lateral (select sum(amount) as collected, (array_agg(reason order by id desc))[1] as reason
      from cash_entries c where c.order_id = o.id and c.driver_id = o.driver_id) c on c.collected is not null
    where c.collected < 0 or o.paid_at is null and o.status = 'Delivered' and c.reason = ''
      and c.collected + o.paid_mobile <> o.total - o.waived - (o.paid_online - o.refunded)
      and o.returned = 0 and not exists (select from order_money m where m.order_id = o.id and m.source = 'office')`,

  'what an order says was paid at the door is what the cash book says': sql`
    select 'order' as what, o.id from orders o
    where o.paid_cash <> coalesce((select sum(c.amount) from cash_entries c where c.order_id = o.id), 0)`,

  'each line of the cash book about an order is in its ledger, and each cash of a door in a cash book': sql`
    select 'order' as what, coalesce(c.order_id, m.order_id) as id
    from (select * from cash_entries where order_id is not null) c
    full join (select * from order_money where source = 'door' and way = 'cash') m on m.cash_entry_id = c.id
    where (c.order_id, c.amount) is distinct from (m.order_id, m.amount)`,

  'money was collected at the door only for what was delivered once': sql`
    select distinct 'order' as what, m.order_id as id from order_money m
    where m.source = 'door' and not exists
      (select 1 from order_history h where h.order_id = m.order_id and h.status = 'Delivered')`,

  'a hand-over is in the book once, with what was counted': sql`
    select 'hand-over' as what, h.id from hand_overs h
    left join (select hand_over_id, sum(amount) as amount, count(*) as lines from cash_entries group by 1) c on c.hand_over_id = h.id
    where c.lines is distinct from 1 or c.amount <> -h.counted`,

  'an order counts each attempt to deliver it once': sql`
    select 'order' as what, o.id from orders o
    left join (select order_id, count(*) as attempts from delivery_attempts group by 1) a on a.order_id = o.id
    where o.attempts <> coalesce(a.attempts, 0)`,

  'a tap is applied once': sql`
    select 'order' as what, order_id as id from driver_steps s
    where not exists (select 1 from order_history h
      where h.order_id = s.order_id and h.status = s.status and h.changed_at = s.happened_at)`,
}
