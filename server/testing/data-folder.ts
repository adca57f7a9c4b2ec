import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { endLeftoverServer } from '../platform/database/embedded/leftover-server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'
import {
  type DatabaseProcess,
  type DatabaseProcessSetup,
  startDatabaseProcess,
} from './start-database-process.ts'

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
