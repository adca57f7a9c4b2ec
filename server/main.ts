import { setTimeout as wait } from 'node:timers/promises'
import { prepareShop } from './cli/sample-shop.ts'
import { welcome, whyNotOpen } from './cli/terminal.ts'
import { readAssets } from './http/assets.ts'
import { buildHttpServer } from './http/http-server.ts'
import { neverTooBusy } from './http/limits.ts'
import { loadBuiltPages, openDevelopmentPages } from './http/pages.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openContext } from './platform/open-context.ts'
import { openShop } from './shop.ts'

type OpenShop = {
  /** /readyz says no from here on; everybody is served as before. */
  leave(): void
  /** Lets everybody finish, and ends when all is closed. */
  close(): Promise<void>
  /** Hangs up on whoever is still there. */
  cutLines(): void
}

/** After the lines are cut, jobs and the database get this long to put their things away. */
const lastSeconds = 30

/**
 * Closes the shop when it is asked to: first it leaves, so that whoever sends visitors here sends them elsewhere, then it
 * finishes what is under way, uploads too. Ctrl-C has nobody in front who could be told, and a second signal waits for nobody.
 * A shop that is still opening is closed when it has opened, so that it does not leave its PostgreSQL behind.
 */
function closeOnSignal(opening: Promise<OpenShop>, { drainSeconds, seconds }: Config['closing']): void {
  const hurry = new AbortController()
  let isClosing = false
  let isOpen = false
  // Why it could not open is told by whoever opens it.
  const opened = opening.catch(() => null)
  opened.then((shop) => {
    isOpen = shop !== null
  })

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing && !isOpen) process.exit(1)
    if (isClosing) return hurry.abort()
    isClosing = true
    console.log(`\n${signal}: closing the shop …`)
    const hasVisitors = isOpen
    const shop = await opened
    if (shop === null) return
    shop.leave()
    const drain = signal === 'SIGTERM' && hasVisitors ? drainSeconds : 0
    await wait(drain * 1_000, undefined, { signal: hurry.signal }).catch(() => undefined)
    const cut = setTimeout(() => shop.cutLines(), hurry.signal.aborted ? 0 : seconds * 1_000)
    hurry.signal.addEventListener('abort', () => shop.cutLines())
    setTimeout(() => process.exit(1), (seconds + lastSeconds) * 1_000).unref()
    await shop.close()
    clearTimeout(cut)
    console.log('The shop is closed.')
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}

const isDevelopment = process.argv.includes('--development')

/** Opens the shop and gives back how to leave and how to close it: guests finish first, then the jobs, the database last. */
async function openForBusiness(config: Config): Promise<OpenShop> {
  const tools = openContext(config)
  // While PostgreSQL starts, the pages are read. Whether they can be read is told below.
  if (!isDevelopment) loadBuiltPages().catch(() => undefined)
  const { context, close: closeTools } = await tools
  const toClose = [closeTools]
  const leaving = new AbortController()
  const closeAll = async () => {
    for (const close of toClose.toReversed()) await close()
  }
  try {
    const shop = openShop(context)
    const pages = isDevelopment
      ? openDevelopmentPages()
      : { load: loadBuiltPages, readAssets: () => readAssets('build/client') }
    // Reading the pages' sources keeps a developer's machine busy, and that is no flood of visitors.
    const limits = isDevelopment ? neverTooBusy : {}
    // The jobs mostly wait for the database; the routes are made meanwhile.
    const building = buildReady({ shop, context, pages, limits, leaving: leaving.signal })
    toClose.push(() => building.then((server) => server.close()).catch(() => undefined))
    await context.jobs.start()
    const prepared = await prepareShop(context, shop, console.log)
    const server = await building
    const address = await server.listen(config.server)
    const database = config.database.url
      ? 'your PostgreSQL (DATABASE_URL)'
      : `embedded PostgreSQL in ${config.dataDir}`
    console.log(welcome({ version: context.version, address, database, ...prepared }))
    return {
      leave: () => leaving.abort(),
      close: closeAll,
      cutLines: () => server.server.closeAllConnections(),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function buildReady(options: Parameters<typeof buildHttpServer>[0]) {
  const server = await buildHttpServer(options)
  await server.ready()
  return server
}

try {
  const config = readConfig(process.env)
  const opening = openForBusiness(config)
  closeOnSignal(opening, config.closing)
  await opening
} catch (error) {
  console.error(whyNotOpen(error, { withDetails: process.env.LOG_LEVEL === 'debug' }))
  process.exit(1)
}
