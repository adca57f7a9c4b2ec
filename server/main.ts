import { closeOnSignal, type OpenShop } from './cli/close-on-signal.ts'
import { prepareShop } from './cli/first-start.ts'
import { welcome, whyNotOpen } from './cli/terminal.ts'
import { buildHttpServer } from './http/http-server.ts'
import { neverTooBusy } from './http/limits.ts'
import { loadBuiltPages, openDevelopmentPages } from './http/pages.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openContext } from './platform/open-context.ts'
import { openShop } from './shop.ts'

const isDevelopment = process.argv.includes('--development')

/** Opens the shop and gives back how to leave and how to close it: guests finish first, then the jobs, the database last. */
async function openForBusiness(config: Config): Promise<OpenShop> {
  const { context, close: closeTools } = await openContext(config)
  const toClose = [closeTools]
  const leaving = new AbortController()
  const closeAll = async () => {
    for (const close of toClose.toReversed()) await close()
  }
  try {
    const shop = openShop(context)
    await context.jobs.start()
    const prepared = await prepareShop(context, shop, console.log)
    const pages = isDevelopment
      ? openDevelopmentPages()
      : { load: loadBuiltPages, assetsFolder: 'build/client' }
    // Reading the pages' sources keeps a developer's machine busy, and that is no flood of visitors.
    const limits = isDevelopment ? neverTooBusy : {}
    const server = await buildHttpServer({ shop, context, pages, limits, leaving: leaving.signal })
    toClose.push(() => server.close())
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

try {
  const config = readConfig(process.env)
  closeOnSignal(await openForBusiness(config), config.closing)
} catch (error) {
  console.error(whyNotOpen(error, { withDetails: process.env.LOG_LEVEL === 'debug' }))
  process.exit(1)
}
