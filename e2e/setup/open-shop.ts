import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real shop on a fresh folder, started as an owner starts it; the tests meet it only through its address. */
export default async function openShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const shop = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await isOpen(shop)
  process.env.SHOP_ADDRESS = address
  process.env.SHOP_DATA_DIR = dataDir
  process.env.SHOP_ACCOUNTS = await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')
  return async () => {
    const ended = once(shop, 'exit')
    shop.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
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
