import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { DocumentContents, DocumentParty } from '#contract/receipts.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { toCedis } from '#rules/money.ts'
import { balanceOf } from '#rules/order-ledger.ts'
import { showPhone } from '#rules/phone-number.ts'
import { type DocumentKind, documentsDue, documentTitles, taxesIn } from '#rules/receipts.ts'
import { partsInWords } from '#rules/sets.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrder } from '../orders/find-order.ts'
import { checkFacts } from '../orders/invariants.ts'
import { readLines } from '../orders/order-parts.ts'
import type { OrderRow } from '../orders/tables.ts'
import { receiptCheck } from '../orders/write-order.ts'
import { readSettings } from '../settings/settings.ts'
import { type ReceiptRow, receiptNumbers, receipts } from './tables.ts'

/** Must be called before the jobs start. */
export function defineReceiptCheckJob(context: Context): void {
  context.jobs.define(receiptCheck.job, receiptCheck.data, ({ orderId }) => checkReceipts(context, orderId))
}

/** What has changed of an order is on paper, if it has to be. Done twice, it is done once. */
async function checkReceipts(context: Context, orderId: number): Promise<void> {
  const settings = await readSettings(context.db)
  if (settings.receipts.name === '') return
  await inTransaction(context.db, (db) => settle(context, db, orderId, settings, null))
}

/** Somebody of the staff wants a receipt, or an invoice while it is not paid. Who presses twice has one. */
export async function issueReceipt(context: Context, viewer: Viewer, orderId: number): Promise<void> {
  const settings = await readSettings(context.db)
  if (settings.receipts.name === '') throw new Refusal('receipts_not_set_up')
  await inTransaction(context.db, async (db) => {
    const standing = await settle(context, db, orderId, settings, viewer)
    if (standing === null) throw new Refusal('nothing_sold')
  })
}

/** Writes what the order needs now, and says what stands then. The order is locked first, the sequence after it, always. */
async function settle(
  context: Context,
  db: Database,
  orderId: number,
  settings: ShopSettings,
  viewer: Viewer | null,
): Promise<ReceiptRow | null> {
  const order = await lockOrder(db, orderId)
  const written = await listOf(db, orderId)
  const { cost, open } = balanceOf(order)
  const now = await describe(db, order, settings)
  const standing = standingOf(written)
  const due = documentsDue({
    standing: standing && {
      kind: standing.kind === 'invoice' ? 'invoice' : 'receipt',
      isSame: isSame(standing, now, order),
      isReceipted: written.some(({ kind, refersTo }) => kind === 'receipt' && refersTo === standing.number),
    },
    isSold: cost > 0,
    isPaid: cost > 0 && open === 0,
    isAsked: viewer !== null,
  })
  for (const kind of due) {
    written.push(await write(context, db, kind, { now, standing: standingOf(written), settings, viewer }))
  }
  return standingOf(written)
}

function listOf(db: Database, orderId: number): Promise<ReceiptRow[]> {
  return db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(receipts.number)
}

/** What sells: an invoice, or a receipt that confirms none. Null when a credit note has taken the last one back. */
function standingOf(written: readonly ReceiptRow[]): ReceiptRow | null {
  const last = written.findLast(({ kind, refersTo }) => kind !== 'credit_note' && refersTo === null)
  const isTakenBack = written.some(
    ({ kind, refersTo }) => kind === 'credit_note' && refersTo === last?.number,
  )
  return last === undefined || isTakenBack ? null : last
}

type Described = { contents: DocumentContents; customer: DocumentParty; orderId: number }

async function describe(db: Database, order: OrderRow, { receipts }: ShopSettings): Promise<Described> {
  const lines = (await readLines(db, [order.id])).get(order.id) ?? []
  const { cost: total } = balanceOf(order)
  const delivery = {
    label: deliveryOptionTexts[order.deliveryOption].label,
    amount: order.deliveryFee,
  }
  // Without their codes: one that the order gives back is somebody else's next.
  const discounts = order.discounts.map(({ name, amount }) => ({
    label: `Discount: ${name}`,
    amount: -amount,
  }))
  const reduced = order.waived > 0 ? [{ label: 'Reduced by', amount: -order.waived }] : []
  const returned = order.returned > 0 ? [{ label: 'Returned', amount: -order.returned }] : []
  return {
    orderId: order.id,
    customer: {
      name: order.customerName,
      phone: showPhone(order.customerPhone),
      address: [order.address, order.city, order.region, order.zip].filter(Boolean).join(', '),
    },
    contents: {
      orderId: order.id,
      trackingCode: order.trackingCode,
      lines: lines.map(({ name, parts, quantity, price, totalPrice: amount }) => ({
        name: parts ? `${name} (${partsInWords(parts)})` : name,
        ...{ quantity, price, amount },
      })),
      extras: [delivery, ...discounts, ...reduced, ...returned],
      total,
      ...taxesIn(total, receipts.taxes),
    },
  }
}

/** Other rates hold for the next document; they make no earlier one wrong. Who was forgotten needs no corrected one. */
function isSame(standing: ReceiptRow, { contents, customer }: Described, order: OrderRow): boolean {
  const { lines, extras, total } = standing.contents
  const isForgotten = order.customerPhone === ''
  return (
    isDeepStrictEqual({ lines, extras, total }, pickSold(contents)) &&
    (isForgotten || isDeepStrictEqual(standing.customer, customer))
  )
}

function pickSold({ lines, extras, total }: DocumentContents) {
  return { lines, extras, total }
}

type Writing = {
  now: Described
  standing: ReceiptRow | null
  settings: ShopSettings
  viewer: Viewer | null
}

async function write(
  { clock, random }: Context,
  db: Database,
  kind: DocumentKind,
  { now, standing, settings, viewer }: Writing,
): Promise<ReceiptRow> {
  const { name, address, tin } = settings.receipts
  const seller = { name, address, tin }
  // A credit note is the mirror of what it takes back; a receipt for an invoice repeats no taxes, which are in the invoice.
  const mirrored = kind === 'credit_note' && standing ? standing : { ...now, seller }
  const said = { contents: mirrored.contents, customer: mirrored.customer, seller: mirrored.seller }
  const confirms = kind === 'receipt' && standing !== null
  const [row] = await db
    .insert(receipts)
    .values({
      ...said,
      ...(confirms && { contents: { ...said.contents, net: said.contents.total, taxes: [] } }),
      number: await takeNumber(db),
      kind,
      orderId: now.orderId,
      refersTo: standing?.number ?? null,
      key: random.secret(15),
      issuedAt: clock(),
      issuedBy: viewer?.id ?? null,
    })
    .returning()
  if (row === undefined) throw new Error('The document was not written')
  if (viewer) await record(db, viewer, row)
  return row
}

async function record(db: Database, { id: actorId }: Viewer, row: ReceiptRow): Promise<void> {
  const { kind, number, issuedAt: at, contents } = row
  const action = `issued ${kind === 'invoice' ? 'an' : 'a'} ${documentTitles[kind].toLowerCase()}`
  const after = { number, total: toCedis(contents.total) }
  await recordChange(db, { at, actorId, thing: 'order', thingId: contents.orderId, action, after })
}

/** The row stays locked until the transaction ends: whoever comes next waits, and gets this number if it fails. */
async function takeNumber(db: Database): Promise<number> {
  const [taken] = await db
    .insert(receiptNumbers)
    .values({ series: 'sales', last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.series, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning({ last: receiptNumbers.last })
  if (taken === undefined) throw new Error('There is no next number')
  return taken.last
}

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
