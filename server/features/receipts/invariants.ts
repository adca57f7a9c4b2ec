import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { checkFacts } from '../orders/invariants.ts'

/** What must be true of receipts, invoices and credit notes at every moment. An empty list means that it is. */
export function checkReceiptBooks(db: Database): Promise<string[]> {
  return checkFacts(db, facts)
}

const amounts = (part: string) =>
  sql.raw(
    `(select coalesce(sum((e ->> 'amount')::bigint), 0) from jsonb_array_elements(r.contents -> '${part}') e)`,
  )

const facts: Record<string, SQL> = {
  'no number is missing, from the first to the last that was given': sql`
    select 'receipt' as what, number as id from (
      select n as number from generate_series(1, (select coalesce(max(last), 0) from receipt_numbers)) n
      except select number from receipts
    ) missing
    union all
    select 'receipt', number from receipts where number > (select coalesce(max(last), 0) from receipt_numbers)`,

  'what a receipt lists adds up to its total, and so do value and taxes': sql`
    select 'receipt' as what, r.number as id from receipts r
    where (r.contents ->> 'total')::bigint <> ${amounts('lines')} + ${amounts('extras')}
      or (r.contents ->> 'total')::bigint <> (r.contents ->> 'net')::bigint + ${amounts('taxes')}`,

  'one document of an order stands at most, and a credit note is the mirror of what it takes back': sql`
    select 'order' as what, r.order_id as id from receipts r
    where r.order_id is not null and r.refers_to is null
      and not exists (select from receipts c where c.refers_to = r.number and c.kind = 'credit_note')
    group by r.order_id having count(*) > 1
    union all
    select 'receipt', c.number from receipts c join receipts r on r.number = c.refers_to
    where c.number < r.number or c.kind = 'credit_note' and c.contents <> r.contents`,
}
