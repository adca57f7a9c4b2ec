import { sql } from 'drizzle-orm'
import type { Database } from '../server/platform/database/database.ts'

const firstNames =
  'Akosua Kofi Yaa Kwame Esi Yaw Abena Kojo Adwoa Kwabena Efua Kwaku Afia Fiifi Naa Selorm Dela Ibrahim Zainab Elikem'
const lastNames =
  'Mensah Owusu Boateng Asante Osei Appiah Agyeman Darko Quaye Tetteh Lartey Addo Ansah Sarpong Amoah Gyasi Adjei Opoku Frimpong Yeboah Dogbe Amegah Kpodo Iddrisu Alhassan Sumaila Nkrumah Antwi Baidoo Eshun Arthur'

/** Up to now, evenly. */
export const daysOfOrders = 1_100

/** Nine of ten orders are long delivered, as in a shop that has run for three years. */
export async function fillOrders(db: Database, size: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`)
    // What the triggers would do a million times is done once below.
    await tx.execute(sql`set local session_replication_role = replica`)
    // An index that is built at the end is built many times faster.
    await tx.execute(sql`drop index orders_search_text_index`)
    await tx.execute(writeOrders(size))
    await tx.execute(sql`
      insert into order_lines (order_id, product_id, position, product_name, picture_id, quantity, price_per_item)
      select o.id, p.id, 0, p.name, 'bench', 2, 5000
      from orders o join products p on p.id = 1 + (o.id * 17::bigint) % (select max(id) from products)`)
    await tx.execute(sql`
      insert into payments (reference, order_id, attempt, gateway, is_test, amount, currency, phone, stage, pays_order, created_at, stage_at)
      select gen_random_uuid(), id, 1, 'test', true, total, 'GHS', customer_phone, 'succeeded', true, created_at, created_at
      from orders where paid_at is not null`)
    await tx.execute(sql`
      insert into order_money (order_id, kind, source, way, amount, payment, happened_at, recorded_at)
      select order_id, 'receipt', 'gateway', 'gateway', amount, reference, created_at, created_at from payments where pays_order`)
    await tx.execute(sql`
      insert into order_history (order_id, status, changed_at, told_at) select id, status, created_at, created_at from orders`)
    await tx.execute(sql`
      insert into order_counts (day, status, is_sale, orders, total)
      select (created_at at time zone 'UTC')::date, status, payment_method = 'whatsapp' or paid_at is not null, count(*), sum(total)
      from orders group by 1, 2, 3`)
    await tx.execute(sql`
      insert into order_status_counts (status, orders) select status, count(*) from orders group by 1`)
    await tx.execute(sql`
      insert into order_sums (day, revenue, received, still_to_come)
      select s.day, sum(s.revenue), sum(s.received), sum(s.still_to_come) from orders o, sums_of_order(o) s group by 1`)
    await tx.execute(
      sql`create index orders_search_text_index on orders using gin (search_text gin_trgm_ops, (array[id >> 12]), (order_search_keys(search_text)))`,
    )
  })
}

function writeOrders(size: number) {
  const picked = (words: string, step: number) =>
    sql`(string_to_array(${words}, ' '))[1 + (n::bigint * ${step}) % ${words.split(' ').length}]`
  return sql`
    insert into orders (tracking_code, status, customer_name, customer_phone, address, city, region, zip, delivery_option,
      payment_method, paid_at, paid_online, subtotal, delivery_fee, total, search_text, created_at, updated_at)
    select code, status, name, phone, 'House 4', 'Kumasi', 'Ashanti', '', 'delivery_service',
      case when is_online then 'mtn_momo' else 'whatsapp' end, case when is_online then at end, case when is_online then 14500 else 0 end, 10000, 4500, 14500,
      concat_ws(E'\n', name, code, phone, '+233' || substr(phone, 2)), at, at
    from (
      select upper(substr(translate(md5(n::text), 'abcdef', 'kpqrxz'), 1, 14)) as code,
        ${picked(firstNames, 7919)} || ' ' || ${picked(lastNames, 104729)} as name,
        (array['024', '020', '027', '054', '055'])[1 + n % 5] || lpad(((n::bigint * 7654321) % 10000000)::text, 7, '0') as phone,
        (case when n % 50 = 0 then 'Pending' when n % 50 = 1 then 'Shipped' when n % 50 = 2 then 'Cancelled'
          else 'Delivered' end) as status,
        n % 3 = 0 and n % 50 <> 2 as is_online,
        now() - (${size}::int - n) * (${daysOfOrders} * interval '1 day' / ${size}::int) as at
      from generate_series(1, ${size}::int) n
    ) made`
}
