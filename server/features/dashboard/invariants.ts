import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { checkCashBook } from '../delivery/invariants.ts'
import { checkFacts, checkInvariants } from '../orders/invariants.ts'
import { countFiltered } from '../orders/order-counts.ts'
import { checkPaymentInvariants } from '../payments/invariants.ts'
import { checkReceiptBooks } from '../receipts/invariants.ts'
import { checkReturns } from '../returns/invariants.ts'
import { checkFiles } from './stray-files.ts'

const booksJob = 'check-books'

/** A large shop must not stand still while it is counted; the owner's own command takes all the time it needs. */
const secondsForEach = 10

/** So many are looked through for 8 seconds of processor. A shop with more looks less often, so that its books never cost a hundredth of a core. */
const ordersEachHour = 250_000

/** Must be called before the jobs start. */
export function defineBooksJob(context: Context): void {
  context.jobs.define(booksJob, z.object({}), () => alertIfUntrue(context), {
    retries: 0,
    timeLimitSeconds: 1_800,
  })
  context.jobs.schedule(booksJob, '41 * * * *')
}

async function alertIfUntrue({ db, log, clock }: Context): Promise<void> {
  const hours = Math.min(24, Math.max(1, Math.ceil((await countFiltered(db, {})) / ordersEachHour)))
  if (clock().getUTCHours() % hours !== 0) return
  const untrue = await checkBooks(db, { seconds: secondsForEach * hours })
  if (untrue.length > 0) log.error({ untrue: untrue.slice(0, 20) }, 'The books do not add up')
}

type Patience = {
  /** For each question; 0 is without end. */
  seconds?: number
  /** A shop that was restored has no waiting work, and tells within two hours what was not told before. */
  unnotifiedHours?: number
}

/** Everything that must be true of the shop at every moment, its files too; an empty list means that it is. */
export async function checkShop(
  context: Pick<Context, 'db' | 'files' | 'clock'>,
  patience: Patience = {},
): Promise<string[]> {
  return [...(await checkBooks(context.db, patience)), ...(await checkFiles(context))]
}

/** All questions are asked of one moment, so that a shop with its doors open is not found in the middle of an order. */
export function checkBooks(
  db: Database,
  { seconds = 0, unnotifiedHours = 2 }: Patience = {},
): Promise<string[]> {
  const moment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${seconds}s'`))
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = 0`))
    return [
      ...(await checkInvariants(tx)),
      ...(await checkPaymentInvariants(tx)),
      ...(await checkCashBook(tx)),
      ...(await checkReceiptBooks(tx)),
      ...(await checkReturns(tx)),
      ...(await checkFacts(tx, facts)),
      ...((await hasJobs(tx)) ? await checkFacts(tx, factsOfJobs(unnotifiedHours)) : []),
    ]
  }, moment)
}

/** What the database must refuse by itself, whatever a program asks of it. */
const keptApart = [
  'orders_tracking_code_key',
  'orders_request_key_key',
  'payments_one_live_key',
  'payments_paid_once_key',
]

const facts: Record<string, SQL> = {
  'the database itself keeps codes, keys and payments apart': sql`
    select 'index' as what, name as id from unnest(array[${sql.join(
      keptApart.map((name) => sql`${name}`),
      sql`, `,
    )}]) as name
    where not exists (select from pg_index i where i.indexrelid = to_regclass(name) and i.indisunique and i.indisvalid)`,

  'as many products are counted as stand on the shelves': sql`
    select 'products, off by' as what, off as id from (
      select (select coalesce(sum(products), 0) from product_counts)
        - (select count(*) from products where removed_at is null and not hidden) as off
    ) counted
    where off <> 0`,

  'no amount is kept as a number with a floating point': sql`
    select 'column' as what, table_name || '.' || column_name as id from information_schema.columns
    where table_schema = 'public' and data_type in ('real', 'double precision', 'money')`,
}

/** A shop that was restored and never opened has no job queue yet. */
async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('pgboss.job') is not null`)
  return rows.length > 0
}

function factsOfJobs(unnotifiedHours: number): Record<string, SQL> {
  return {
    'every step of an order is told, or its telling waits': sql`
      select 'order' as what, h.order_id as id from order_history h
      where h.told_at is null and h.changed_at > now() - interval '3 days'
        and (${unnotifiedHours} = 0
          or h.changed_at < (select max(told_at) - make_interval(hours => ${unnotifiedHours}) from order_history))
        and not exists (select from pgboss.job j where j.name in ('order-news', 'failed-for-good')
          and j.state < 'completed' and j.data->>'historyId' = h.id::text)`,
  }
}
