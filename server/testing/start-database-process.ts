import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'

export type DatabaseProcess = {
  pid: number
  connection: PoolConfig
  /** What it has logged so far. */
  logged(): string
  kill(): Promise<void>
  stop(): Promise<void>
}

export type DatabaseProcessSetup = {
  dataDir: string
  node?: string
  script?: string
  tmp?: string
  uid?: number
  gid?: number
}

/** Starts another process that opens the embedded database; fails with what that process said. */
export async function startDatabaseProcess(setup: DatabaseProcessSetup): Promise<DatabaseProcess> {
  const { dataDir, uid, gid, tmp = tmpdir(), node = process.execPath, script = defaultScript } = setup
  const child = spawn(node, [script, dataDir], {
    uid,
    gid,
    cwd: '/',
    env: { TMPDIR: tmp },
    stdio: 'pipe',
  })
  const ended = once(child, 'close')
  let logged = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text
  })
  const [first] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  if (typeof first !== 'string') throw new Error(logged)
  return {
    pid: child.pid ?? 0,
    connection: JSON.parse(first),
    logged: () => logged,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

const defaultScript = fileURLToPath(new URL('./database-process.ts', import.meta.url))
