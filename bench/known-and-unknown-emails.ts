import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildHttpServer } from '../server/http/http-server.ts'
import { readConfig } from '../server/platform/config.ts'
import { openContext } from '../server/platform/open-context.ts'
import { openShop } from '../server/shop.ts'
import { compared, type Repeat, type Row, spread } from './table.ts'

const repeats = 3
const people = 30
const password = 'kente cloth'

type Kind = 'known' | 'unknown'

type Call = { what: string; ask: (email: string) => { url: string; payload: object } }

const calls: Call[] = [
  {
    what: 'wrong password',
    ask: (email) => ({ url: '/api/auth/signin', payload: { email, password: 'a guess' } }),
  },
  {
    what: 'forgotten password',
    ask: (email) => ({ url: '/api/auth/forgot-password', payload: { email } }),
  },
  { what: 'sign-up', ask: (email) => ({ url: '/api/auth/signup', payload: { email, password } }) },
]

/** Whether a clock could tell who has an account: the same calls with known and with unknown e-mails, in turn. */
export async function benchKnownAndUnknown(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const { context, close } = await openContext(readConfig(settings))
  const shop = openShop(context)
  await context.jobs.start({ work: false })
  const app = await buildHttpServer({ shop, context, limits: { lagMs: 0, memoryBytes: 0 } })
  try {
    for (let n = 0; n < repeats * people; n++)
      await shop.accounts.createAccount({ email: `known-${n}@example.com`, password })
    const rows: Row[] = []
    for (const call of calls) rows.push(await compare(app, call))
    return rows
  } finally {
    await app.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(app: FastifyInstance, { what, ask }: Call): Promise<Row> {
  const measured: Repeat[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const times: Record<Kind, number[]> = { known: [], unknown: [] }
    for (let n = repeat * people; n < (repeat + 1) * people; n++) {
      // Whoever comes second finds warm memory, so they take turns.
      const kinds: Kind[] = n % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']
      for (const kind of kinds)
        times[kind].push(await time(app, ask(`${kind}-${n}@example.com`), addressOf(n, kind)))
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const beside = `${known.toFixed(1)} ms with a known e-mail vs ${unknown.toFixed(1)} ms with an unknown one`
    measured.push({ ratio: known / unknown, beside })
  }
  return { what: `${what}, known vs unknown`, limit: { atMost: 1.1 }, ...compared(measured) }
}

async function time(
  app: FastifyInstance,
  call: { url: string; payload: object },
  remoteAddress: string,
): Promise<number> {
  const start = performance.now()
  await app.inject({ method: 'POST', ...call, remoteAddress })
  return performance.now() - start
}

/** Each from an address of its own, so that no limit answers instead. */
function addressOf(n: number, kind: Kind): string {
  return `10.${kind.length}.${Math.floor(n / 250)}.${n % 250}`
}

function median(times: number[]): number {
  return spread(times).median
}
