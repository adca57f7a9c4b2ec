import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { DiscountInput } from '#contract/sales-and-discounts.ts'
import { csvStart, discountCodesCsvHeader, discountCodesCsvRow } from '#rules/csv.ts'
import {
  checkDiscount,
  codeCountMistake,
  codePrefixMistake,
  type DiscountFields,
  discountWireNames,
  mostAutomatic,
  mostCodesOfDiscount,
} from '#rules/discount-fields.ts'
import { makeDiscountCode, normaliseDiscountCode } from '#rules/discount-texts.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import { toCedis } from '#rules/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { type DiscountRow, discountCodes, discounts, discountUses } from './tables.ts'

type ListedDiscount = DiscountRow & {
  code: string
  codes: number
  codesUsed: number
  wasUsed: boolean
}

const countAtMost = 10_000

type Page = { page: number; limit: number }

/** The newest first. */
export async function listDiscounts(
  db: Database,
  { page, limit }: Page,
): Promise<{ discounts: ListedDiscount[]; total: number }> {
  const rows = await db
    .select()
    .from(discounts)
    .orderBy(desc(discounts.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(discounts)
  return { discounts: await describe(db, rows), total: counted?.total ?? 0 }
}

export async function getDiscount(db: Database, id: number): Promise<ListedDiscount> {
  const [row] = await describe(db, await db.select().from(discounts).where(eq(discounts.id, id)))
  if (row === undefined) throw new Refusal('discount_not_found')
  return row
}

async function describe(db: Database, rows: readonly DiscountRow[]): Promise<ListedDiscount[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const codes = await db
    .select({
      discountId: discountCodes.discountId,
      code: sql<string | null>`max(${discountCodes.code}) filter (where not ${discountCodes.isSingleUse})`,
      codes: sql<number>`(count(*) filter (where ${discountCodes.isSingleUse}))::int`,
      codesUsed: count(discountCodes.usedBy),
    })
    .from(discountCodes)
    .where(inArray(discountCodes.discountId, ids))
    .groupBy(discountCodes.discountId)
  const uses = await db
    .select({ discountId: discounts.id, live: countUses(sql`live`), any: countUses(sql`true`, 1) })
    .from(discounts)
    .where(inArray(discounts.id, ids))
  return rows.map((row) => {
    const own = codes.find(({ discountId }) => discountId === row.id)
    const used = uses.find(({ discountId }) => discountId === row.id)
    return {
      ...row,
      uses: row.mostUses === null ? (used?.live ?? 0) : row.uses,
      code: own?.code ?? '',
      codes: own?.codes ?? 0,
      codesUsed: own?.codesUsed ?? 0,
      wasUsed: (used?.any ?? 0) > 0,
    }
  })
}

function countUses(which: ReturnType<typeof sql>, atMost = countAtMost) {
  return sql<number>`(select count(*)::int from (select from discount_uses
    where discount_id = ${discounts.id} and ${which} limit ${atMost}) counted)`
}

/** The pages of cart and checkout say whether there are codes at all. */
const topics = ['settings'] as const

export function addDiscount(context: Context, viewer: Viewer, input: DiscountInput): Promise<ListedDiscount> {
  refuseMistakes(input)
  return invalidating(context, topics, async (db) => {
    const at = context.clock()
    await refuseTooManyAutomatic(db, input, null)
    const [added] = await db
      .insert(discounts)
      .values({ ...toRow(input), createdAt: at, updatedAt: at })
      .returning()
    if (added === undefined) throw new Error('The database did not say which discount it added')
    await writeCode(db, added.id, codeOf(input), at)
    const after = toRecord(added, codeOf(input))
    await record(context, db, viewer, added.id, { action: 'added the discount', after })
    return getDiscount(db, added.id)
  })
}

export function editDiscount(
  context: Context,
  viewer: Viewer,
  id: number,
  input: DiscountInput,
): Promise<ListedDiscount> {
  refuseMistakes(input)
  return invalidating(context, topics, async (db) => {
    const before = await lockDiscount(db, id)
    const { code: oldCode, uses: usesNow } = await getDiscount(db, id)
    await refuseIfChanged(db, {
      thing: 'discount',
      thingId: id,
      expected: input.expected,
      current: before.updatedAt,
    })
    await refuseTooManyAutomatic(db, input, id)
    const uses = before.mostUses === null && input.mostUses !== null ? await countLive(db, id) : usesNow
    if (input.mostUses !== null && input.mostUses < uses)
      refuse('most_uses', `It was used ${uses} times already. Switch it off to stop it.`)
    const at = nextVersion(context.clock(), before.updatedAt)
    const [after] = await db
      .update(discounts)
      .set({ ...toRow(input), uses: input.mostUses === null ? 0 : uses, updatedAt: at })
      .where(eq(discounts.id, id))
      .returning()
    if (after === undefined) throw new Error('The discount disappeared while it was locked')
    await writeCode(db, id, codeOf(input), at)
    await record(context, db, viewer, id, {
      action: 'changed the discount',
      before: toRecord(before, oldCode),
      after: toRecord(after, codeOf(input)),
    })
    return getDiscount(db, id)
  })
}

/** What an order has used stays for the books; it can be switched off. */
export async function removeDiscount(context: Context, viewer: Viewer, id: number): Promise<void> {
  await invalidating(context, topics, async (db) => {
    const gone = await lockDiscount(db, id)
    const { wasUsed, code } = await getDiscount(db, id)
    if (wasUsed) throw new Refusal('discount_in_use')
    await db.delete(discounts).where(eq(discounts.id, id))
    await record(context, db, viewer, id, { action: 'deleted the discount', before: toRecord(gone, code) })
  })
}

/** Codes of their own for every customer; each holds for one order. */
export async function makeCodes(
  context: Context,
  viewer: Viewer,
  id: number,
  { count: wanted, prefix }: { count: number; prefix: string },
): Promise<ListedDiscount> {
  const mistakes = { count: codeCountMistake(wanted), prefix: codePrefixMistake(prefix) }
  for (const [field, mistake] of Object.entries(mistakes)) if (mistake) refuse(field, mistake)
  return inTransaction(context.db, async (db) => {
    const row = await lockDiscount(db, id)
    if (row.isAutomatic) refuse('count', 'This discount holds by itself and needs no codes.')
    const { codes } = await getDiscount(db, id)
    if (codes + wanted > mostCodesOfDiscount)
      refuse('count', `A discount has at most ${mostCodesOfDiscount} codes.`)
    const start = normaliseDiscountCode(prefix)
    const made = new Set<string>()
    while (made.size < wanted) made.add(makeDiscountCode(start, context.random.below))
    const createdAt = context.clock()
    const rows = [...made].map((code) => ({ code, discountId: id, isSingleUse: true, createdAt }))
    const added = await db.insert(discountCodes).values(rows).onConflictDoNothing().returning()
    await record(context, db, viewer, id, {
      action: 'made codes for the discount',
      after: { codes: added.length, name: row.name },
    })
    return getDiscount(db, id)
  })
}

const batchSize = 1_000

/** In pieces, as every list that the shop gives out. */
export async function* exportCodes(reads: Reads, id: number): AsyncGenerator<string> {
  const { name } = await reads.ask((db) => getDiscount(db, id))
  yield csvStart + discountCodesCsvHeader()
  let last = ''
  for (;;) {
    const batch = await reads.ask((db) =>
      db
        .select()
        .from(discountCodes)
        .where(
          and(
            eq(discountCodes.discountId, id),
            eq(discountCodes.isSingleUse, true),
            sql`${discountCodes.code} > ${last}`,
          ),
        )
        .orderBy(asc(discountCodes.code))
        .limit(batchSize),
    )
    if (batch.length > 0)
      yield batch.map(({ code, usedBy }) => discountCodesCsvRow({ code, name, usedBy })).join('')
    if (batch.length < batchSize) return
    last = batch.at(-1)?.code ?? ''
  }
}

async function lockDiscount(db: Database, id: number): Promise<DiscountRow> {
  const [row] = await db.select().from(discounts).where(eq(discounts.id, id)).for('update')
  if (row === undefined) throw new Refusal('discount_not_found')
  return row
}

async function countLive(db: Database, id: number): Promise<number> {
  const [counted] = await db
    .select({ uses: count() })
    .from(discountUses)
    .where(and(eq(discountUses.discountId, id), eq(discountUses.isLive, true)))
  return counted?.uses ?? 0
}

async function refuseTooManyAutomatic(
  db: Database,
  { isAutomatic, isEnabled }: DiscountInput,
  own: number | null,
): Promise<void> {
  if (!isAutomatic || !isEnabled) return
  const others = await db
    .select({ id: discounts.id })
    .from(discounts)
    .where(
      and(
        eq(discounts.isAutomatic, true),
        eq(discounts.isEnabled, true),
        own === null ? undefined : ne(discounts.id, own),
      ),
    )
    .limit(mostAutomatic)
  if (others.length === mostAutomatic)
    refuse(
      'name',
      `At most ${mostAutomatic} discounts hold without a code at one time. Switch one off first.`,
    )
}

function codeOf({ isAutomatic, code }: DiscountInput): string {
  return isAutomatic ? '' : normaliseDiscountCode(code)
}

/** The code that everybody may type. An old one is forgotten; orders that used it keep it in their own lines. */
async function writeCode(db: Database, discountId: number, code: string, at: Date): Promise<void> {
  const isOwn = and(eq(discountCodes.discountId, discountId), eq(discountCodes.isSingleUse, false))
  await db.delete(discountCodes).where(and(isOwn, ne(discountCodes.code, code)))
  if (code === '') return
  await db
    .insert(discountCodes)
    .values({ code, discountId, isSingleUse: false, createdAt: at })
    .onConflictDoNothing()
  const [owned] = await db
    .select({ code: discountCodes.code })
    .from(discountCodes)
    .where(and(isOwn, eq(discountCodes.code, code)))
  if (owned === undefined) refuse('code', `The code ${code} belongs to another discount already.`)
}

function toRow({ expected: _, code: __, ...fields }: DiscountInput) {
  const { kind, percent, amount, buyQuantity, getQuantity } = fields
  return {
    ...fields,
    percent: kind === 'percent' ? percent : null,
    amount: kind === 'amount' ? amount : null,
    buyQuantity: kind === 'buy_x_get_y' ? buyQuantity : null,
    getQuantity: kind === 'buy_x_get_y' ? getQuantity : null,
  }
}

function toRecord(row: DiscountRow, code: string): Record<string, unknown> {
  const { id, uses, createdAt, updatedAt, amount, minimumSpend, startsAt, endsAt, ...fields } = row
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [toWireName(name), value])),
    code,
    amount: amount === null ? null : toCedis(amount),
    minimum_spend: toCedis(minimumSpend),
    starts_at: startsAt?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
  }
}

function toWireName(name: string): string {
  return name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
}

type Change = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }

function record(
  { clock }: Context,
  db: Database,
  viewer: Viewer,
  thingId: number,
  change: Change,
): Promise<void> {
  return recordChange(db, { at: clock(), actorId: viewer.id, thing: 'discount', thingId, ...change })
}

function refuseMistakes(input: DiscountFields): void {
  const mistakes = checkDiscount(input)
  if (!hasMistakes(mistakes)) return
  const named = Object.entries(mistakes).map(([field, text]) => [
    discountWireNames[field as keyof typeof discountWireNames],
    text,
  ])
  throw new Refusal('invalid_input', { fields: Object.fromEntries(named) })
}

function refuse(field: string, mistake: string): never {
  throw new Refusal('invalid_input', { fields: { [field]: mistake } })
}
