import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import type { DatabaseLog } from './database.ts'
import { assertNotMoved, prepareCluster, readPassword } from './embedded/cluster.ts'
import { findHolder, lockDataFolder, lockFolder } from './embedded/data-folder-lock.ts'
import { endLeftoverServer, readPostmasterFile } from './embedded/leftover-server.ts'
import { databaseUser, findPrograms } from './embedded/programs.ts'
import { boundServerLog, keepRunning, launchServer, serverLogPath } from './embedded/server-process.ts'
import {
  chooseServerUser,
  giveTo,
  makePrivateFolder,
  removePrivateFolder,
  socketPort,
} from './embedded/server-user.ts'

export type EmbeddedPostgres = { connection: PoolConfig; stop(): Promise<void> }

type EmbeddedPostgresSetup = {
  dataDir: string
  /** False gives up safety against power cuts for speed: for tests only. */
  durable?: boolean
  log: DatabaseLog
}

const anHour = 3_600_000

/** Starts the shop's own PostgreSQL with its data in `dataDir`, for this shop alone, and keeps it running. */
export async function startEmbeddedPostgres(setup: EmbeddedPostgresSetup): Promise<EmbeddedPostgres> {
  const dataDir = resolve(setup.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  try {
    const started = await startLocked({ ...setup, dataDir })
    return {
      connection: started.connection,
      async stop() {
        await started.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** For the owner's commands: the database of the shop that runs on `dataDir`, or, if none does, one of their own. */
export async function joinEmbeddedPostgres(setup: EmbeddedPostgresSetup): Promise<EmbeddedPostgres> {
  const clusterFolder = join(resolve(setup.dataDir), 'postgres')
  const running = findHolder(resolve(setup.dataDir)) === null ? null : readPostmasterFile(clusterFolder)
  if (!running?.isReady) return startEmbeddedPostgres(setup)
  return {
    connection: connectionTo(running.socketFolder, readPassword(clusterFolder)),
    async stop() {},
  }
}

async function startLocked({
  dataDir,
  durable = true,
  log,
}: EmbeddedPostgresSetup): Promise<EmbeddedPostgres> {
  assertNotMoved(dataDir)
  const clusterFolder = join(dataDir, 'postgres')
  const logFile = serverLogPath(dataDir)
  const user = chooseServerUser(dataDir, clusterFolder)
  giveTo(user, lockFolder(dataDir))
  const programs = findPrograms(user, log)
  const leftBehind = readPostmasterFile(clusterFolder)
  await endLeftoverServer(clusterFolder, log)
  if (leftBehind) removePrivateFolder(leftBehind.socketFolder)
  const setup = { clusterFolder, programs, user, durable, log }
  const password = await prepareCluster(setup)
  const socketFolder = makePrivateFolder(user)
  try {
    const start = async () => {
      await endLeftoverServer(clusterFolder, log)
      return launchServer({ ...setup, socketFolder, logFile })
    }
    const server = await keepRunning(start, log)
    const bounding = setInterval(() => boundServerLog(logFile), anHour).unref()
    return {
      connection: connectionTo(socketFolder, password),
      async stop() {
        clearInterval(bounding)
        await server.stop()
        removePrivateFolder(socketFolder)
      },
    }
  } catch (error) {
    removePrivateFolder(socketFolder)
    throw error
  }
}

function connectionTo(socketFolder: string, password: string): PoolConfig {
  return { host: socketFolder, port: socketPort, user: databaseUser, password, database: 'postgres' }
}
