import { readdirSync, readFileSync, statSync } from 'node:fs'

export type RunningProcess = {
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
export function databaseProcessesIn(folder: string): RunningProcess[] {
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
