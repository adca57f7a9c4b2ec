import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../database.ts'
import {
  type ClusterSetup,
  folderArgument,
  giveTo,
  type ServerUser,
  serverEnvironment,
  socketPort,
} from './programs-and-user.ts'

type ServerProcess = { pid: number; ended: Promise<void>; stop(): Promise<void> }

/** After a power cut PostgreSQL first reads its journal, which can take a while. */
const patienceForStart = 120_000

type ServerSetup = ClusterSetup & { socketFolder: string; logFile: string }

export async function launchServer(setup: ServerSetup): Promise<ServerProcess> {
  const { programs, user, clusterFolder, logFile } = setup
  const log = openServerLog(logFile, user)
  // In a group of its own: Ctrl-C in the terminal is for the shop, which stops its database last.
  const child = spawn(
    programs.postgres,
    ['-D', folderArgument(user, clusterFolder), ...settings(setup).flatMap((setting) => ['-c', setting])],
    { ...user, cwd: clusterFolder, env: serverEnvironment, stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  await untilReady(child, ended, clusterFolder, logFile)
  return { pid: child.pid ?? 0, ended, stop: () => stopServer(child, ended) }
}

function settings({ socketFolder, durable }: ServerSetup): string[] {
  const safety = durable ? 'on' : 'off'
  return [
    'listen_addresses=',
    `port=${socketPort}`,
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    `fsync=${safety}`,
    `full_page_writes=${safety}`,
    `synchronous_commit=${safety}`,
    'max_connections=200',
    'shared_buffers=64MB',
    'max_wal_size=256MB',
    'max_logical_replication_workers=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // Customers' names and addresses stay out of the log: a failed statement is reported to the shop only.
    'log_min_messages=log',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
  ]
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<void>,
  clusterFolder: string,
  logFile: string,
): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  const deadline = performance.now() + patienceForStart
  while (!over && performance.now() < deadline) {
    const file = readPostmasterFile(clusterFolder)
    if (file?.isReady && file.pid === child.pid) return
    await wait(10)
  }
  if (!over) await stopServer(child, ended)
  throw new Error(`The database in ${clusterFolder} did not start. Its last words:\n${lastLines(logFile)}`)
}

/** First without losing running statements' answers for long, then at once; both are safe for what was acknowledged. */
async function stopServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  signal(pid, 'SIGINT')
  const hurry = setTimeout(() => signal(pid, 'SIGQUIT'), 10_000)
  const force = setTimeout(() => signal(pid, 'SIGKILL'), 20_000)
  await ended
  clearTimeout(hurry)
  clearTimeout(force)
}

const largest = 2_000_000

export function serverLogPath(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/** PostgreSQL appends to the file itself, so its last words are kept even when the shop is killed. */
function openServerLog(path: string, user: ServerUser): number {
  boundServerLog(path)
  const opened = openSync(path, 'a', 0o600)
  giveTo(user, path)
  return opened
}

export function boundServerLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largest) truncateSync(path)
}

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}

type WatchedServer = { isRunning(): boolean; stop(): Promise<void> }

const longestWait = 5_000
const mostFailures = 100
const longEnough = 60_000

/** Starts the server again when it dies, after growing waits, so that the shop's connections find it back by themselves. */
export async function keepRunning(
  start: () => Promise<ServerProcess>,
  log: DatabaseLog,
): Promise<WatchedServer> {
  const stopping = new AbortController()
  let server: ServerProcess | null = await start()

  const watch = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      if (server) {
        const startedAt = performance.now()
        await server.ended
        server = null
        if (performance.now() - startedAt > longEnough) failures = 0
      } else if (failures < mostFailures) {
        log.error({ failures }, 'The database server has died; starting it again')
        server = await startAgain(start, failures, stopping.signal, log)
        failures += 1
      } else {
        return log.error({ failures }, 'The database server keeps dying; it is not started again')
      }
    }
    await server?.stop()
  }
  const watching = watch()

  return {
    isRunning: () => server !== null,
    async stop() {
      stopping.abort()
      await server?.stop()
      await watching
    },
  }
}

async function startAgain(
  start: () => Promise<ServerProcess>,
  failures: number,
  stopping: AbortSignal,
  log: DatabaseLog,
): Promise<ServerProcess | null> {
  const pause = failures === 0 ? 0 : Math.min(100 * 2 ** failures, longestWait)
  try {
    await wait(pause, undefined, { signal: stopping })
    return await start()
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, 'The database server could not be started')
    return null
  }
}

const steps = [
  { name: 'SIGINT', patience: 10_000 },
  { name: 'SIGQUIT', patience: 5_000 },
  { name: 'SIGKILL', patience: 5_000 },
] as const

/**
 * A shop that was killed leaves its PostgreSQL running, and a killed PostgreSQL may leave some of its processes.
 * They are ended here, so that the new server is a child of this shop and starts from a quiet folder.
 */
export async function endLeftoverServer(clusterFolder: string, log: DatabaseLog): Promise<void> {
  if (databaseProcessesIn(clusterFolder).length > 0) {
    log.warn({ clusterFolder }, 'Database processes were left over from an earlier start; ending them')
    await endAll(clusterFolder)
  }
  // The number in the file may meanwhile belong to some other program, and PostgreSQL would wait for that one.
  removePostmasterFile(clusterFolder)
}

async function endAll(clusterFolder: string): Promise<void> {
  for (const { name, patience } of steps) {
    const left = databaseProcessesIn(clusterFolder)
    for (const { pid } of name === 'SIGKILL' ? left : withoutChildren(left)) signal(pid, name)
    if (await becameQuiet(clusterFolder, patience)) return
  }
  throw new Error(`A database server in ${clusterFolder} does not end.`)
}

function withoutChildren(all: RunningProcess[]): RunningProcess[] {
  return all.filter(({ parent }) => !all.some(({ pid }) => pid === parent))
}

async function becameQuiet(clusterFolder: string, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (databaseProcessesIn(clusterFolder).length === 0) return true
    await wait(20)
  }
  return false
}

/** What PostgreSQL writes about itself into `postmaster.pid` while it runs. */
type PostmasterFile = { pid: number; socketFolder: string; isReady: boolean }

export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

function removePostmasterFile(clusterFolder: string): void {
  rmSync(join(clusterFolder, 'postmaster.pid'), { force: true })
}

type RunningProcess = {
  pid: number
  parent: number
  name: string
  /** Two processes can have the same number one after the other, but not the same start. */
  startedAt: string
}

/** A process that has ended but was not yet collected by its parent counts as gone. */
export function findProcess(pid: number): RunningProcess | null {
  const line = readOrNull(`/proc/${pid}/stat`)
  if (line === null) return null
  const [state, parent, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || 'ZXx'.includes(state)) return null
  return {
    pid,
    parent: Number(parent),
    name: line.slice(line.indexOf('(') + 1, line.lastIndexOf(')')),
    startedAt: rest[17] ?? '',
  }
}

/** The database processes that work in a folder, whoever started them. */
function databaseProcessesIn(folder: string): RunningProcess[] {
  const wanted = identityOf(folder)
  if (wanted === null) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
    .filter((found) => found !== null)
    .filter(({ name }) => name === 'postgres' || name === 'initdb')
    .filter(({ pid }) => identityOf(`/proc/${pid}/cwd`) === wanted)
}

/** Says false when the process has ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function identityOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder)
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
