import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import type { DatabaseLog } from './database.ts'
import { assertNotMoved, prepareCluster, readPassword } from './embedded/cluster.ts'
import {
  chooseServerUser,
  databaseUser,
  findPrograms,
  giveTo,
  makePrivateFolder,
  removePrivateFolder,
  socketPort,
} from './embedded/programs-and-user.ts'
import {
  boundServerLog,
  endLeftoverServer,
  findProcess,
  keepRunning,
  launchServer,
  readPostmasterFile,
  serverLogPath,
} from './embedded/server-process.ts'

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

const tries = 5

/**
 * Two shops on one data folder would destroy each other's work, so each puts its name into `shop.lock`
 * first and looks for others afterwards: whoever comes second always sees the first. Two that start in
 * the same instant see each other, step back and try again.
 */
async function lockDataFolder(dataDir: string): Promise<() => void> {
  mkdirSync(lockFolder(dataDir), { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const claim = claimFolder(dataDir)
    if (typeof claim === 'function') return claim
    if (attempt === tries) {
      throw new Error(`Another shop (process ${claim.holder}) already uses the data folder ${dataDir}.`)
    }
    await wait(20 + ((process.pid * 37) % 100))
  }
}

function lockFolder(dataDir: string): string {
  return join(dataDir, 'shop.lock')
}

/** The process number of the shop that uses the folder now. */
function findHolder(dataDir: string): number | null {
  return readClaims(dataDir).find(isAlive)?.pid ?? null
}

/** A shop was here and did not leave in an orderly way. */
export function isAbandoned(dataDir: string): boolean {
  const claims = readClaims(dataDir)
  return claims.length > 0 && !claims.some(isAlive)
}

function claimFolder(dataDir: string): (() => void) | { holder: number } {
  const mine = claimName(process.pid) ?? `${process.pid}`
  const path = join(lockFolder(dataDir), mine)
  if (!writeNew(path)) return { holder: process.pid }
  const others = readClaims(dataDir).filter(({ name }) => name !== mine)
  const holder = others.find(isAlive)
  if (holder) {
    rmSync(path, { force: true })
    return { holder: holder.pid }
  }
  for (const { name } of others) rmSync(join(lockFolder(dataDir), name), { force: true })
  return () => rmSync(path, { force: true })
}

type Claim = { name: string; pid: number }

function readClaims(dataDir: string): Claim[] {
  try {
    return readdirSync(lockFolder(dataDir)).map((name) => ({ name, pid: Number.parseInt(name, 10) }))
  } catch {
    return []
  }
}

function isAlive({ name, pid }: Claim): boolean {
  return name === claimName(pid)
}

/** Numbers and starts repeat after the machine was switched off, so the claim names the machine's run too. */
function claimName(pid: number): string | null {
  const found = findProcess(pid)
  if (!found) return null
  const machineRun = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  return `${pid}-${found.startedAt}-${machineRun}`
}

function writeNew(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
