import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { orders } from '#server/features/orders/tables.ts'
import { openPayingShop, type PlacedOnline } from '#server/testing/paying-shop.ts'
import { stockOf } from '#server/testing/sample-orders.ts'
import { isSmall } from './size.ts'

const shop = await openPayingShop()
const { clock, mtn, order, started, pass, context, jar } = shop
afterAll(shop.close)

/** All of them long ago: the job queue goes by the database's own clock, for which everything is then due. */
const moments = [
  '2020-02-28T23:59:59.999Z',
  '2020-02-29T12:00:00.000Z',
  '2022-12-31T23:59:59.999Z',
  '2023-02-28T23:59:59.999Z',
  '2024-03-05T09:00:00.000Z',
]
const days = 24 * 60
const jumps = [-5, -60, -1 * days, -31 * days, 10, 60, 1 * days, 31 * days]
const all = moments.flatMap((moment) => jumps.map((minutes) => ({ moment, minutes })))
/** In every test run four jumps, each at another moment; in a large one all of them. */
const quick = [-60, -31 * days, 10, 31 * days].map((minutes, n) => ({ moment: moments[n] ?? '', minutes }))
const cases = isSmall ? quick : all
const hold = 15

async function stateOf({ id }: PlacedOnline): Promise<string> {
  const [row] = await context.db.select().from(orders).where(eq(orders.id, id))
  return `${row?.status}, ${row?.paidAt === null ? 'unpaid' : 'paid'}`
}

function setClock(moment: string): void {
  clock.forward({ seconds: (Date.parse(moment) - clock().getTime()) / 1_000 })
}

test.each(cases)(
  'at $moment the clock jumps by $minutes minutes and is put right again',
  {
    meta: { size: `${cases.length} jumps` },
  },
  async ({ moment, minutes }) => {
    setClock(moment)
    const inStock = Number(await stockOf(context, jar))
    const approved = await order()
    mtn.plan(`233${approved.phone.slice(1)}`, { secondsPending: 5, callbacks: [] })
    await started(approved)
    const forgotten = await order()
    const { token } = await shop.signedInAs('customer')

    clock.forward({ minutes })
    await pass({ seconds: 10 })
    // Nobody is thrown out early, and whoever has paid is asked about before the time is up.
    expect(await stateOf(forgotten)).toBe(minutes < hold ? 'Pending, unpaid' : 'Cancelled, unpaid')
    if (minutes > 0) expect(await stateOf(approved)).toBe('Pending, paid')
    const { status } = await shop.ask('GET', '/api/auth/check-admin', { token })
    expect(status).toBe(minutes < 30 * days ? 200 : 401)

    clock.forward({ minutes: -minutes })
    for (const part of [hold, 1]) await pass({ minutes: part })
    expect(await stateOf(approved)).toBe('Pending, paid')
    expect(await stateOf(forgotten)).toBe('Cancelled, unpaid')
    expect(await stockOf(context, jar)).toBe(inStock - 1)
    expect(await checkBooks(context.db, { unnotifiedHours: 0 })).toEqual([])
  },
)
