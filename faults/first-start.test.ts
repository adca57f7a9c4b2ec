import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endLeftoverServer } from '../server/platform/database/embedded/leftover-server.ts'
import { findFreePort, startShopProcess } from '../server/testing/shop-process.ts'
import { silentLog } from '../server/testing/silent-log.ts'
import { runCommand } from './owner.ts'
import { isSmall, openDice, sizeOf } from './size.ts'

const starts = sizeOf({ small: 1, full: 12 })

test('a first start that is killed at any moment is followed by one that opens a whole shop, which no second one disturbs', {
  meta: { size: `${starts} first starts` },
  timeout: 240_000 + starts * 90_000,
}, async () => {
  const random = openDice('first-start')
  for (let start = 0; start < starts; start++) {
    const dataDir = await newFolder()
    await startAndKill(dataDir, random.below(isSmall ? 2_000 : 6_000))
    const shop = await startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
    const second = startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
    await expect(second).rejects.toThrow('did not open (1)')
    const answer = await fetch(`${shop.address}/api/products`)
    expect(((await answer.json()) as unknown[]).length).toBe(9)
    expect(await runCommand(['verify'], { DATA_DIR: dataDir })).toEqual({ code: 0, said: expect.any(String) })
    expect(await shop.stop()).toBe(0)
  }
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-first-'))
  onTestFinished(async () => {
    await endLeftoverServer(join(folder, 'postgres'), silentLog)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function startAndKill(dataDir: string, ms: number): Promise<void> {
  const PORT = String(await findFreePort())
  const shop = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
    stdio: 'ignore',
  })
  const ended = once(shop, 'exit')
  await wait(ms)
  shop.kill('SIGKILL')
  await ended
}
