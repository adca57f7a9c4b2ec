import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type ShopProcess = {
  address: string
  pid: number
  /** What its owner has read so far. */
  said: string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Ends the shop without a word, as a power cut or an impatient owner would. */
  killShop(): Promise<void>
  killDatabase(): void
  /** Asks it politely, as Ctrl-C does, and gives the exit code. */
  stop(): Promise<number | null>
}

/** Many visitors share this machine's one address, so the limits for one address do not hold here. */
const forManyVisitors = {
  NODE_ENV: 'development',
  MALLOC_ARENA_MAX: '2',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  LAG_LIMIT_MS: '0',
  REQUESTS_PER_MINUTE: '100000',
  ORDERS_PER_ADDRESS: '100000',
  ORDERS_PER_PHONE: '100000',
  TRUST_PROXY: 'loopback',
  /** Read once, the sources need not be read again by every shop that a test starts. */
  NODE_COMPILE_CACHE: 'node_modules/.cache/shop-process',
}

/** As scripts/memory.mjs has it for a shop without MEMORY_MB. */
export const sparingly = ['--max-semi-space-size=8', '--max-old-space-size=256', '--heap-growing-percent=70']

/** What `scripts/build-server.mjs` makes of the server. */
export const builtShop = 'build/shop/main.js'

/** The shop as an owner starts it, in a process of its own. */
export async function startShopProcess(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ShopProcess> {
  const port = await findFreePort()
  const shop = spawn(process.execPath, [...sparingly, builtShop], {
    env: { ...process.env, ...forManyVisitors, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await hasOpened(shop)
  const ended = once(shop, 'exit')
  return {
    address: `http://127.0.0.1:${port}`,
    pid: shop.pid ?? 0,
    said,
    ended: ended.then(([code, signal]) => code ?? signal),
    async killShop() {
      shop.kill('SIGKILL')
      await ended
    },
    killDatabase() {
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      shop.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

function hasOpened(shop: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    shop.stdout?.on('data', (piece) => {
      said += piece
      if (said.includes('Press Ctrl-C')) resolve(said)
    })
    shop.once('exit', (code) => reject(new Error(`The shop did not open (${code}):\n${said}`)))
  })
}

/** Below those that the system itself gives out: of them, another program may get any one before it is opened here, or again. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
