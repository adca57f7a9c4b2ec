import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkBooks } from '../features/dashboard/invariants.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { noteThatMoved } from '../platform/database/embedded/cluster.ts'
import {
  assertNobodysDatabase,
  compareSums,
  moveRows,
  moveWaitingJobs,
  sumUpTables,
} from '../platform/database/move-database.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop } from '../shop.ts'
import { removeDemoAccounts } from './demo-shop.ts'
import { oneWord } from './terminal.ts'

type Side = Awaited<ReturnType<typeof openContext>>

/** From the embedded database into another PostgreSQL: everything, compared afterwards. The embedded one stays as it is. */
export async function moveDatabase(config: Config, words: string[]): Promise<void> {
  const url = oneWord(words, 'the address of an empty PostgreSQL database (postgres://…)')
  readConfig({ DATABASE_URL: url })
  if (config.database.url !== undefined)
    throw new Error('DATABASE_URL is set: the shop uses another PostgreSQL already.')
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is no embedded database in ${config.dataDir}. Check DATA_DIR.`)
  await assertNobodysDatabase({ connectionString: url })
  // Opened like the shop itself, so that it does not open beside a running shop and no order comes in meanwhile.
  const here = await openContext({ ...config, log: { level: 'error' } }).catch(stopTheShopFirst)
  try {
    const there = await openContext(
      { ...config, database: { ...config.database, url } },
      { besideTheShop: true },
    )
    try {
      await moveAndCompare(here, there, config)
    } finally {
      await there.close()
    }
  } finally {
    await here.close()
  }
  noteThatMoved(config.dataDir, url, new Date())
  console.log(whatNext(config))
}

async function moveAndCompare(here: Side, there: Side, { dataDir }: Config): Promise<void> {
  openShop(there.context)
  await there.context.jobs.start({ work: false })
  const sides = { from: here.connection, to: there.connection }
  console.log('Copying the rows …')
  const tables = await moveRows({ ...sides, dataDir }).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`The database was not moved: ${reason instanceof Error ? reason.message : reason}`)
  })
  const jobs = await moveWaitingJobs(sides)
  console.log('Comparing both databases …')
  const different = compareSums(await sumUpTables(sides.from), await sumUpTables(sides.to))
  const untrue = [
    ...different,
    ...(await booksOf(here.context, 'here')),
    ...(await booksOf(there.context, 'there')),
  ]
  if (untrue.length > 0)
    throw new Error(['The move is not good. Go on with the embedded database:', ...untrue].join('\n  '))
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  console.log(
    `${rows} rows in ${Object.keys(tables).length} tables are the same on both sides, and ${jobs} waiting jobs went along.`,
  )
  console.log('The books add up on both sides: stock, orders, payments and cash.')
  const toLookAt = await removeDemoAccounts(there.context)
  if (toLookAt === null) return
  console.log(['The demo accounts did not go along.', ...toLookAt].join('\n'))
}

async function booksOf({ db }: Context, side: string): Promise<string[]> {
  return (await checkBooks(db)).map((sentence) => `${side}: ${sentence}`)
}

function stopTheShopFirst(error: unknown): never {
  if (!(error instanceof Error) || !error.message.startsWith('Another shop')) throw error
  throw new Error(`${error.message} Stop it first: an order that comes in during the move would be lost.`)
}

function whatNext({ dataDir }: Config): string {
  return [
    '',
    'Now, before the shop is started again:',
    '  1. Add DATABASE_URL= and the address you have just given to the settings.',
    '  2. Start the shop, and look at the newest order in the back office.',
    `  3. Keep ${join(dataDir, 'postgres')} for a week; the shop does not use it any more. Then delete it.`,
    '     Without DATABASE_URL the shop does not open any more, so that no order goes into the old database.',
  ].join('\n')
}
