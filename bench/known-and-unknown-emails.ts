/**
 * Says whether a clock could tell who has an account: the same calls with known and with unknown e-mails, in turn, in one
 * run. Start it with `node bench/known-and-unknown-emails.ts`; every ratio should be close to 1.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildHttpServer } from '../server/http/http-server.ts'
import { readConfig } from '../server/platform/config.ts'
import { openTools } from '../server/platform/open-tools.ts'
import { openShop } from '../server/shop.ts'

const people = 200
const password = 'kente cloth'

const calls = {
  'sign-in': (email: string) => ({ url: '/api/auth/signin', payload: { email, password: 'a guess' } }),
  'forgotten password': (email: string) => ({ url: '/api/auth/forgot-password', payload: { email } }),
  'sign-up': (email: string) => ({ url: '/api/auth/signup', payload: { email, password } }),
}

type Call = (typeof calls)[keyof typeof calls]

async function measure(app: FastifyInstance, call: Call) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < people; n++) {
    // Whoever comes second finds warm memory, so they take turns.
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const start = performance.now()
      await app.inject({
        method: 'POST',
        ...call(`${kind}-${n}@example.com`),
        remoteAddress: addressOf(n, kind),
      })
      times[kind].push(performance.now() - start)
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

/** Each from an address of its own, so that no limit answers instead. */
function addressOf(n: number, kind: string): string {
  return `10.${kind.length}.${Math.floor(n / 250)}.${n % 250}`
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
const { tools, close } = await openTools(
  readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1000000' }),
)
const shop = openShop(tools)
await tools.jobs.start({ work: false })
const app = await buildHttpServer({ shop, tools, limits: { lagMs: 0, memoryBytes: 0 } })
for (let n = 0; n < people; n++)
  await shop.accounts.createAccount({ email: `known-${n}@example.com`, password })

for (const [name, call] of Object.entries(calls)) {
  const { known, unknown } = await measure(app, call)
  const ratio = (known / unknown).toFixed(3)
  console.log(`${name}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ratio ${ratio}`)
}
await app.close()
await close()
await rm(folder, { recursive: true, force: true })
