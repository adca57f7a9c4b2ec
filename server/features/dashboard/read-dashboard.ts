import { and, asc, isNull } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countShelved } from '../catalogue/product-counts.ts'
import { productColumns, withPictures } from '../catalogue/product-rows.ts'
import { hasAtMost } from '../catalogue/scarce.ts'
import { products } from '../catalogue/tables.ts'
import { newestFirst } from '../orders/list-orders.ts'
import { addUp, listDays } from '../orders/order-counts.ts'
import { orders } from '../orders/tables.ts'
import { readSettings } from '../settings/settings.ts'
import { listBestSellers } from './best-sellers.ts'
import { countForOffice } from './office-counts.ts'

const shownDays = 30
const oneDay = 24 * 60 * 60 * 1000
const recentAtMost = 8
const scarceAtMost = 8

/** What the owner wants to know first. Nothing here reads all orders or all products, so that it stays quick however many there are. */
export async function readDashboard({ db, clock }: Context) {
  const today = clock()
  const firstDay = new Date(today.getTime() - (shownDays - 1) * oneDay)
  const { lowStockLevel } = await readSettings(db)
  const isScarce = and(isNull(products.removedAt), hasAtMost(lowStockLevel))
  const sums = await addUp(db)
  return {
    counts: await countForOffice(db, sums.byStatus.Pending),
    ...sums,
    days: await listDays(db, firstDay, today),
    recent: await db
      .select()
      .from(orders)
      .orderBy(...newestFirst)
      .limit(recentAtMost),
    bestSellers: await listBestSellers(db, startOf(firstDay)),
    products: await countShelved(db),
    scarce: await listScarce(db, isScarce),
    scarceCount: await db.$count(products, isScarce),
    lowStockLevel,
  }
}

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>

type Condition = ReturnType<typeof and>

async function listScarce(db: Database, where: Condition) {
  const scarce = await db
    .select(productColumns)
    .from(products)
    .where(where)
    .orderBy(asc(products.stock), asc(products.id))
    .limit(scarceAtMost)
  return withPictures(db, scarce)
}

function startOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / oneDay) * oneDay)
}
