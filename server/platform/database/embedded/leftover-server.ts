import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../database.ts'

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
export function signal(pid: number, name: NodeJS.Signals): boolean {
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
