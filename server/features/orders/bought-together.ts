import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { mostGoesWith } from '#rules/product-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { writeBoughtTogether } from '../catalogue/related-products.ts'
import { orderLines, orders } from './tables.ts'

const countJob = 'count-bought-together'

/** Must be called before the jobs start. */
export function defineBoughtTogetherJob(context: Context): void {
  context.jobs.define(countJob, z.object({}), () => countBoughtTogether(context))
  context.jobs.schedule(countJob, '47 2 * * *')
}

const daysBack = 180
/** Beyond this many orders the ranking hardly changes, and reading them all would take its time. */
const ordersAtMost = 5_000
/** Whoever buys half the shop says nothing about what goes together. */
const linesAtMost = 12
/** Once is chance. */
const fewestOrders = 2

/** All of it anew, from the latest orders that stand: nothing has to be kept in step with orders that are cancelled later. */
export async function countBoughtTogether(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - daysBack * 24 * 3_600_000).toISOString()
  const counted = sql`
    with latest as (
        select id from ${orders} where created_at >= ${since}::timestamptz and status <> 'Cancelled'
        order by created_at desc, id desc limit ${ordersAtMost}
      ), bought as (
        select l.order_id, l.product_id, count(*) over (partition by l.order_id) as lines
        from latest join ${orderLines} l on l.order_id = latest.id
      ), pairs as (
        select one.product_id, other.product_id as other_id, count(*)::int as orders,
          row_number() over (partition by one.product_id order by count(*) desc, other.product_id desc) as place
        from bought one join bought other on other.order_id = one.order_id and other.product_id <> one.product_id
        where one.lines <= ${linesAtMost}
        group by 1, 2 having count(*) >= ${fewestOrders}
      )
      select product_id, other_id, orders from pairs where place <= ${2 * mostGoesWith}`
  await writeBoughtTogether(context, counted)
}
