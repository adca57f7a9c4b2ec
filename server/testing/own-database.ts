import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase, withOwnConnection } from '../platform/database/database.ts'
import { endLeftoverServer } from '../platform/database/embedded/server-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { openJobs } from '../platform/jobs.ts'
import { openLog } from '../platform/log.ts'
import { silentLog } from './database.ts'
import { copyTemplate, type OwnDatabase } from './test-postgres.ts'

/** A migrated database without rows, for one test file or one test alone. */
export function createOwnDatabase(): Promise<OwnDatabase> {
  return copyTemplate(inject('testPostgres'))
}

/** A path for the data of one test; whatever it leaves there, running servers too, is removed afterwards. */
export function newDataDir(): string {
  const { dataDir, remove } = makeDataDir()
  onTestFinished(remove)
  return dataDir
}

/** The same for all tests of a file, one after the other: only the first of them has a database made. */
export function sharedDataDir(): string {
  const { dataDir, remove } = makeDataDir()
  afterAll(remove)
  return dataDir
}

function makeDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'adom-data-'))
  const dataDir = join(folder, 'data')
  return {
    dataDir,
    async remove() {
      await endLeftoverServer(join(dataDir, 'postgres'), silentLog)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The embedded database of one test; it is stopped afterwards, however the test ends. */
export async function openPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
  onTestFinished(postgres.stop)
  return postgres
}

/** The same in a process of its own, which is killed afterwards if it still runs. */
export async function openPostgresProcess(setup: DatabaseProcessSetup): Promise<DatabaseProcess> {
  const started = await startDatabaseProcess(setup)
  onTestFinished(started.kill)
  return started
}

type DatabaseProcess = {
  pid: number
  connection: PoolConfig
  /** What it has logged so far. */
  logged(): string
  kill(): Promise<void>
  stop(): Promise<void>
}

type DatabaseProcessSetup = {
  dataDir: string
  node?: string
  script?: string
  tmp?: string
  uid?: number
  gid?: number
}

/** Starts another process that opens the embedded database; fails with what that process said. */
async function startDatabaseProcess(setup: DatabaseProcessSetup): Promise<DatabaseProcess> {
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

/** A second PostgreSQL that streams from the one in `primaryDir` and replays what that one commits. */
export async function startReplica(
  { connection }: { connection: PoolConfig },
  primaryDir: string,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  await withOwnConnection(connection, 'base backup', async (client) => {
    await client.query("select pg_backup_start('replica', true)")
    cpSync(join(primaryDir, 'postgres'), cluster, { recursive: true })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(cluster, 'backup_label'), rows[0].labelfile)
  })
  chmodSync(cluster, 0o700)
  rmSync(join(cluster, 'postmaster.pid'))
  const { host, port, user, password } = connection
  const primary = `host=${host} port=${port} user=${user} password=${password}`
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  writeFileSync(join(cluster, 'standby.signal'), '')
  return await startEmbeddedPostgres({ dataDir, log: silentLog })
}

export const emailJob = z.object({ to: z.string() })

/** The jobs of one test alone, in one process or in several; all is closed when the test has ended. */
export async function openOwnJobs() {
  const lines: string[] = []
  const log = openLog({ level: 'info', output: { write: (line: string) => lines.push(line) } })
  const { connection, drop } = await createOwnDatabase()
  const { db, close } = openDatabase(connection, log)
  onTestFinished(async () => {
    await close()
    await drop()
  })
  const openProcess = () => {
    const jobs = openJobs({ connection, log })
    onTestFinished(() => jobs.stop({ seconds: 1 }))
    return jobs
  }
  return { db, jobs: openProcess(), openProcess, lines }
}
