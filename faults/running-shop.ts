import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type RunningShop = {
  address: string
  /** Ends the shop without a word, as a power cut or an impatient owner would. */
  killShop(): Promise<void>
  killDatabase(): void
  /** Asks it politely, as Ctrl-C does, and gives the exit code. */
  stop(): Promise<number | null>
}

/** The shop as an owner starts it, in a process of its own. */
export async function startShop(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningShop> {
  const port = await findFreePort()
  const shop = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      LAG_LIMIT_MS: '0',
      ORDERS_PER_ADDRESS: '100000',
      ORDERS_PER_PHONE: '100000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await hasOpened(shop)
  const ended = once(shop, 'exit')
  return {
    address: `http://127.0.0.1:${port}`,
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

function hasOpened(shop: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    const listen = (piece: Buffer) => {
      said += piece
      if (said.includes('is open')) resolve()
    }
    shop.stdout?.on('data', listen)
    shop.stderr?.on('data', listen)
    shop.once('exit', (code) => reject(new Error(`The shop did not open (${code}):\n${said}`)))
  })
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}
