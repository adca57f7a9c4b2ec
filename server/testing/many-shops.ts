import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop, type Shop } from '../shop.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { copyTemplate, databaseAddress, startTestPostgres } from './test-postgres.ts'

export type ManyShops = {
  processes: ShopProcess[]
  proxy: RoundRobinProxy
  /** Works on their database, beside them. */
  context: Context
  shop: Shop
  /** Puts one more process to work, or a fresh one in the place of another. */
  start(place: number): Promise<void>
  close(): Promise<void>
}

type Input = { count: number; settings?: Record<string, string>; durable?: boolean }

/** Several equal processes on one PostgreSQL, behind a proxy, as a larger shop runs them. */
export async function openManyShops({ count, settings = {}, durable = false }: Input): Promise<ManyShops> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-many-'))
  const postgres = await startTestPostgres({ durable })
  const { connection } = await copyTemplate(postgres.connection)
  const shared = { DATABASE_URL: databaseAddress(connection), ...settings }
  const proxy = await openRoundRobinProxy()
  const quiet = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SLOW_QUERY_MS: '0' }
  const config = readConfig({ ...quiet, DATA_DIR: dataDir, ...shared })
  const beside = await openContext(config, { besideTheShop: true })
  const processes: ShopProcess[] = []
  // While they start there may be gaps between them.
  const addresses = () => processes.flatMap(({ address }) => address)

  async function start(place: number): Promise<void> {
    const opened = await startShopProcess(dataDir, shared)
    processes[place] = opened
    proxy.use(addresses())
    await proxy.until('ready', opened.address)
  }
  const shop = openShop(beside.context)
  await beside.context.jobs.start({ work: false })
  await Promise.all(Array.from({ length: count }, (_, place) => start(place)))

  return {
    processes,
    proxy,
    context: beside.context,
    shop,
    start,
    async close() {
      await proxy.close()
      await Promise.all(processes.map((one) => one.stop()))
      await beside.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type RoundRobinProxy = {
  address: string
  /** The shops behind it; one gets visitors as soon as its /readyz says yes. */
  use(addresses: readonly string[]): void
  /** Ends when every one of these is said to be ready, or not to be. */
  until(state: 'ready' | 'away', ...addresses: string[]): Promise<void>
  close(): Promise<void>
}

type Upstream = { address: string; isReady: boolean }

const checkEveryMs = 50
const bufferedBodyBytes = 256 * 1024

/** Belong to one line between two machines and are never passed on. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'proxy-connection']

/**
 * Stands for nginx or Caddy: visitors come here and are led to the shops in turn. It asks each /readyz again and again, says
 * who the visitor is in headers that it alone writes, and tries another shop only where the first was never reached, or where
 * asking twice is the same as asking once.
 */
async function openRoundRobinProxy(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let upstreams: Upstream[] = []
  let turn = 0

  const server = createServer((asked, answer) => {
    lead(asked, answer).catch(() => {
      if (!answer.headersSent) answer.writeHead(502)
      answer.end()
    })
  })

  async function lead(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = isSmall(asked) ? await buffer(asked) : asked
    const ready = upstreams.filter(({ isReady }) => isReady)
    turn++
    for (const [n, upstream] of ready.entries()) {
      const chosen = ready[(turn + n) % ready.length] ?? upstream
      const outcome = await tryOne(chosen, asked, body, answer)
      if (outcome === 'answered') return
      const mayRetry = outcome === 'never reached' || ['GET', 'HEAD'].includes(asked.method ?? '')
      if (!mayRetry || !Buffer.isBuffer(body)) break
    }
    if (!answer.headersSent) answer.writeHead(502)
    answer.end()
  }

  function tryOne(
    { address }: Upstream,
    asked: IncomingMessage,
    body: Buffer | IncomingMessage,
    answer: ServerResponse,
  ): Promise<'answered' | 'never reached' | 'broke off'> {
    const call = request(address + asked.url, { method: asked.method, agent, headers: headersFor(asked) })
    if (Buffer.isBuffer(body)) call.end(body)
    else body.pipe(call)
    return new Promise((resolve) => {
      call.once('response', (received) => {
        answer.writeHead(received.statusCode ?? 502, withoutHops(received.headers))
        received.pipe(answer)
        received.once('error', () => answer.destroy())
        answer.once('close', () => resolve('answered'))
      })
      call.once('error', (error: NodeJS.ErrnoException) => {
        if (answer.headersSent) answer.destroy()
        resolve(error.code === 'ECONNREFUSED' ? 'never reached' : 'broke off')
      })
    })
  }

  const checking = setInterval(() => {
    for (const upstream of upstreams) void check(upstream)
  }, checkEveryMs)

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    address: `http://127.0.0.1:${port}`,
    use(addresses) {
      upstreams = addresses.map(
        (address) => upstreams.find((known) => known.address === address) ?? { address, isReady: false },
      )
    },
    async until(state, ...addresses) {
      const wanted = upstreams.filter(({ address }) => addresses.includes(address))
      while (wanted.some(({ isReady }) => isReady !== (state === 'ready')))
        await Promise.all(wanted.map(check))
    },
    async close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

async function check(upstream: Upstream): Promise<void> {
  const answer = await fetch(`${upstream.address}/readyz`).catch(() => null)
  await answer?.body?.cancel()
  upstream.isReady = answer?.ok === true
}

function isSmall({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= bufferedBodyBytes
  )
}

/** What the visitor says about themselves is thrown away: only the proxy knows where they come from. */
function headersFor({ headers, socket }: IncomingMessage): Record<string, string | string[] | undefined> {
  return {
    ...withoutHops(headers),
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-proto': 'http',
    'x-request-id': randomUUID(),
  }
}

function withoutHops(headers: IncomingMessage['headers']): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)))
}
