import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { products } from '../catalogue/tables.ts'
import { orderCounts, orders } from '../orders/tables.ts'
import { type Stage, stages } from '../payments/stages.ts'
import { payments } from '../payments/tables.ts'

export type ShopFigure = {
  what: 'orders' | 'orders_last_hour' | 'payments_open' | 'payments_last_hour' | 'products'
  /** Which status, stage or shelf; empty where there is only one number. */
  name: string
  value: number
}

/** Beyond this nobody counts on: the answer must cost the same in a large shop. */
const countedAtMost = 100_000

const finalStages: readonly Stage[] = ['failed', 'expired', 'succeeded', 'partially_refunded', 'refunded']
const openStages = stages.filter((stage) => !finalStages.includes(stage))

/** What whoever watches the shop wants to know, in one question that stays small. */
export async function readFigures(db: Database, now: Date): Promise<ShopFigure[]> {
  const anHourAgo = sql`${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`
  const some = sql`limit ${countedAtMost}`
  const ask = async (tx: Database) => {
    await tx.execute(sql`set local statement_timeout = 2000`)
    const { rows } = await tx.execute<ShopFigure>(sql`
      select 'orders' as what, status as name, coalesce(sum(orders), 0)::float8 as value from ${orderCounts} group by status
      union all
      select 'orders_last_hour', '', count(*) from (select from ${orders} where created_at > ${anHourAgo} ${some}) lately
      union all
      select 'payments_open', stage, count(*)
      from (select stage from ${payments} where stage in ${openStages} ${some}) waiting group by stage
      union all
      select 'payments_last_hour', stage, count(*)
      from (select stage from ${payments} where created_at > ${anHourAgo} ${some}) lately group by stage
      union all
      select 'products', case when stock_quantity = 0 then 'out_of_stock' else 'in_stock' end, count(*)
      from (select stock_quantity from ${products} where removed_at is null ${some}) shelf group by 2`)
    return rows
  }
  return await db.transaction(ask, { accessMode: 'read only' })
}
