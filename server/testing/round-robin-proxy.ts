import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type RoundRobinProxy = {
  address: string
  /** The shops behind it; one gets visitors as soon as its /readyz says yes. */
  use(addresses: readonly string[]): void
  /** Ends when every one of these is said to be ready, or not to be. */
  until(state: 'ready' | 'away', ...addresses: string[]): Promise<void>
  close(): Promise<void>
}

type Upstream = { address: string; isReady: boolean }

const checkEveryMs = 50
const keptBodyBytes = 256 * 1024

/** Belong to one line between two machines and are never passed on. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'proxy-connection']

/**
 * Stands for nginx or Caddy: visitors come here and are led to the shops in turn. It asks each /readyz again and again, says
 * who the visitor is in headers that it alone writes, and tries another shop only where the first was never reached, or where
 * asking twice is the same as asking once.
 */
export async function openRoundRobinProxy(): Promise<RoundRobinProxy> {
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
      const mayAskAgain = outcome === 'never reached' || ['GET', 'HEAD'].includes(asked.method ?? '')
      if (!mayAskAgain || !Buffer.isBuffer(body)) break
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
      call.once('response', (told) => {
        answer.writeHead(told.statusCode ?? 502, withoutHops(told.headers))
        told.pipe(answer)
        told.once('error', () => answer.destroy())
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
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= keptBodyBytes
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
