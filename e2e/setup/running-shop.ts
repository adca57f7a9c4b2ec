import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export type RunningShop = { address: string; stop(): Promise<void> }

/** A real shop, started as an owner starts it; the tests meet it only through its address. */
export async function startShop(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningShop> {
  const port = await findFreePort()
  const shop = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '100000',
      ORDERS_PER_ADDRESS: '100000',
      ORDERS_PER_PHONE: '100000',
      LAG_LIMIT_MS: '0',
      TRUST_PROXY: 'loopback',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await isOpen(shop)
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(shop, 'exit')
      shop.kill('SIGTERM')
      await ended
    },
  }
}

function isOpen(shop: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    shop.stdout?.on('data', (piece) => {
      said += piece
      if (said.includes('is open')) resolve()
    })
    shop.on('exit', (code) => reject(new Error(`The shop did not open (${code}):\n${said}`)))
  })
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}
