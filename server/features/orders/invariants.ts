import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { isPaidOrOnDelivery } from './find-order.ts'

type Fault = { what: string; id: number }

/**
 * What must be true of the shop's books at every moment. Each question names the products or orders for which it is
 * not; an empty list means that stock, orders, money and history agree.
 */
export function checkInvariants(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

export async function checkFacts(db: Database, facts: Record<string, SQL>): Promise<string[]> {
  const faults: string[] = []
  for (const [fact, question] of Object.entries(facts)) {
    const { rows } = await db.execute<Fault>(sql`${question} limit 20`)
    for (const { what, id } of rows) faults.push(`${what} ${id}: ${fact}`)
  }
  return faults
}

/** The lines of orders, less what came back on the shelf. What was written off is still the order's. */
const keptLines = sql`(select l.order_id, l.product_id, l.parts, l.quantity - coalesce(b.pieces, 0) as quantity
  from order_lines l left join (select r.order_id, b.product_id, sum(b.to_shelf)::int as pieces
    from order_returns r join order_return_lines b on b.return_id = r.id group by 1, 2) b using (order_id, product_id))`

/** What each order holds of each product; of a set, its parts. */
const held = sql`(select order_id, product_id, sum(quantity)::int as quantity from (
    select order_id, product_id, quantity from ${keptLines} l where parts is null
    union all
    select l.order_id, (p ->> 'productId')::int, l.quantity * (p ->> 'quantity')::int
    from ${keptLines} l, jsonb_array_elements(l.parts) p
  ) each group by 1, 2)`

const facts: Record<string, SQL> = {
  'no stock is below zero': sql`select 'product' as what, id from products where stock_quantity < 0`,

  'stock and what live orders hold are what was put in': sql`
    select 'product' as what, p.id from products p
    left join (select l.product_id, sum(l.quantity) as quantity from ${held} l join orders o on o.id = l.order_id
        where o.status <> 'Cancelled' group by 1) h on h.product_id = p.id
    where p.stock_quantity + coalesce(h.quantity, 0)
      <> coalesce((select sum(m.change) from stock_movements m where m.product_id = p.id and m.order_id is null), 0)`,

  'a set has parts, and none of them is a set': sql`
    select 'product' as what, p.id from products p
    where p.is_set <> exists (select from set_parts s where s.set_id = p.id)
      or exists (select from set_parts s join products part on part.id = s.product_id
        where s.set_id = p.id and part.is_set and p.removed_at is null and part.removed_at is null)`,

  'a set has no stock of its own': sql`
    select 'product' as what, id from products where is_set and stock_quantity <> 0`,

  'the stock book adds up, row by row, to the stock': sql`
    select distinct 'product' as what, p.id from products p
    left join lateral (
      select stock_after, change, lag(stock_after, 1, 0) over (order by m.id) as before,
        lead(m.id) over (order by m.id) is null as is_last
      from stock_movements m where m.product_id = p.id
    ) m on true
    where coalesce(m.before + m.change <> m.stock_after, false)
      or coalesce(m.is_last, true) and coalesce(m.stock_after, 0) <> p.stock_quantity`,

  'an order has taken what it holds, once': sql`
    select distinct 'order' as what, o.id from orders o
    join ${held} l on l.order_id = o.id
    left join (select order_id, product_id, sum(change) as taken from stock_movements group by 1, 2) m
      on m.order_id = o.id and m.product_id = l.product_id
    where coalesce(m.taken, 0) <> case when o.status = 'Cancelled' then 0 else -l.quantity end`,

  'only orders with such a line moved stock, or had one and gave all of it back': sql`
    select distinct 'order' as what, m.order_id as id from stock_movements m
    left join ${held} l on l.order_id = m.order_id and l.product_id = m.product_id
    where m.order_id is not null and l.order_id is null
    group by m.order_id, m.product_id
    having sum(m.change) <> 0 or not bool_or(m.cause = 'order_changed')`,

  'stock came back once for each cancellation': sql`
    select 'order' as what, o.id from orders o
    join lateral (select count(*) filter (where cause = 'order_cancelled') as given, count(*) as moves,
        count(distinct product_id) as products, bool_or(cause = 'order_changed') as is_edited,
        (select coalesce(max(times), 0) from (select count(*) as times from stock_movements
          where order_id = o.id and cause = 'order_cancelled' group by product_id) each) as most
      from stock_movements where order_id = o.id) m on m.moves > 0
    join lateral (select count(*) as times from order_history where order_id = o.id and status = 'Cancelled') h on true
    where case when m.is_edited then m.most > h.times or (h.times > 0) <> (m.given > 0) else m.given <> h.times * m.products end`,

  'the lines add up to the subtotal, with delivery and less discounts to the total': sql`
    select 'order' as what, o.id from orders o
    where o.subtotal <> coalesce((select sum(l.quantity::bigint * l.price_per_item) from order_lines l where l.order_id = o.id), -1)
      or o.total <> o.subtotal + o.delivery_fee - o.discount
      or o.discount <> coalesce((select sum((d ->> 'amount')::int) from jsonb_array_elements(o.discounts) d), 0)
      or o.discount - coalesce((select sum(l.discount) from order_lines l where l.order_id = o.id), 0)
        not between 0 and o.delivery_fee`,

  'what an order says of its money is what the lines of its ledger add up to': sql`
    select 'order' as what, o.id from orders o
    left join (
      select order_id,
        sum(amount) filter (where source = 'gateway' and kind = 'receipt') as paid_online,
        sum(amount) filter (where source = 'gateway' and kind = 'repayment') as refunded,
        sum(amount) filter (where source = 'door' and way = 'cash') as paid_cash,
        sum(amount) filter (where source = 'door' and way <> 'cash') as paid_mobile,
        sum(amount) filter (where source = 'office' and kind = 'receipt') as paid_office,
        sum(amount) filter (where source = 'office' and kind = 'repayment') as paid_back
      from order_money group by 1
    ) m on m.order_id = o.id
    where (o.paid_online, o.refunded, o.paid_cash, o.paid_mobile, o.paid_office, o.paid_back) is distinct from
      (coalesce(m.paid_online, 0), coalesce(m.refunded, 0), coalesce(m.paid_cash, 0), coalesce(m.paid_mobile, 0),
        coalesce(m.paid_office, 0), coalesce(m.paid_back, 0))`,

  'no more went back than came in, online and by hand': sql`
    select 'order' as what, id from orders
    where paid_online < refunded or paid_back > paid_cash + paid_mobile + paid_office or least(paid_cash, paid_mobile, paid_office) < 0`,

  'a line that takes another one back is its whole opposite': sql`
    select 'order' as what, m.order_id as id from order_money m join order_money l on l.id = m.corrects
    where (m.order_id, m.kind, m.source, m.way, m.amount) is distinct from (l.order_id, l.kind, l.source, l.way, -l.amount)
      or m.id <= l.id`,

  'a limited discount was used by as many orders as it counts': sql`
    select 'discount' as what, d.id from discounts d where d.most_uses is not null
      and d.uses <> (select count(*) from discount_uses u where u.discount_id = d.id and u.live)`,

  'an order uses its discounts while it stands, and its own codes with them': sql`
    select distinct 'order' as what, o.id from orders o
    join discount_uses u on u.order_id = o.id
    left join discount_codes c on c.code = u.code and c.single_use
    where u.live <> (o.status <> 'Cancelled') or (u.live and c.code is not null and c.used_by is distinct from o.id)`,

  'the discounts of an order are those it uses': sql`
    select 'order' as what, o.id from orders o where o.discounts <> '[]'
      and jsonb_array_length(o.discounts) <> (select count(*) from discount_uses u where u.order_id = o.id)`,

  'the newest entry of the history is the status': sql`
    select 'order' as what, o.id from orders o
    left join lateral (select status, changed_at from order_history h where h.order_id = o.id order by h.id desc limit 1) h on true
    where h.status is distinct from o.status or h.changed_at is distinct from o.updated_at`,

  'what the dashboard adds up is what the orders say': sql`
    select 'orders of ' || day || ', ' || status || ', off by' as what, sum(orders)::int as id from (
      select day, status, is_sale, orders, total from order_counts
      union all
      select (created_at at time zone 'UTC')::date, status, ${isPaidOrOnDelivery}, -1, -total from orders
    ) c
    group by day, status, is_sale having sum(orders) <> 0 or sum(total) <> 0`,

  'the orders of each status are counted': sql`
    select 'orders that are ' || status || ', off by' as what, sum(orders)::int as id from (
      select status, orders from order_status_counts
      union all
      select status, -1 from orders
    ) c
    group by status having sum(orders) <> 0`,

  'the revenue of the dashboard is what the orders cost, and the rest is what came in or is to come': sql`
    select 'sums of ' || day || ', off by' as what, sum(revenue)::bigint as id from (
      select day, revenue, received, still_to_come from order_sums
      union all
      select s.day, -s.revenue, -s.received, -s.still_to_come from orders o, sums_of_order(o) s
    ) c
    group by day having sum(revenue) <> 0 or sum(received) <> 0 or sum(still_to_come) <> 0`,

  'the history begins with Pending, changes at each step, stays at each edit and never goes back in time': sql`
    select distinct 'order' as what, order_id as id from (
      select order_id, status, changed_at, edits, lag(status) over steps as earlier, lag(changed_at) over steps as earlier_at
      from order_history window steps as (partition by order_id order by id)
    ) h
    where earlier is null and (status <> 'Pending' or edits is not null) or earlier_at > changed_at
      or (earlier = status) <> (edits is not null)`,
}
