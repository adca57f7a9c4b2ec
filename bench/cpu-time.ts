import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const millisecondsPerTick = 10

type Process = { pid: number; parent: number; own: number; ofEndedChildren: number }

/** Milliseconds that a process has had of the processor so far; 0 once it is gone. */
export function cpuTime(pid: number): number {
  return readProcess(pid)?.own ?? 0
}

/** The same with everything that it started: of a shop, its PostgreSQL. */
export function cpuTimeOfAll(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  )
  const childrenOf = Map.groupBy(all, ({ parent }) => parent)
  const sum = ({ pid: each, own, ofEndedChildren }: Process): number =>
    own + ofEndedChildren + (childrenOf.get(each) ?? []).reduce((total, child) => total + sum(child), 0)
  const first = all.find((each) => each.pid === pid)
  return first ? sum(first) : 0
}

function readProcess(pid: number): Process | null {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ').map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return {
      pid,
      parent: fields[1] ?? 0,
      own: (user + system) * millisecondsPerTick,
      ofEndedChildren: (childrenUser + childrenSystem) * millisecondsPerTick,
    }
  } catch {
    return null
  }
}

export function memoryMegabytes(pid: number): number {
  return readMemory(pid, 'VmRSS')
}

/** The most that it ever had. */
export function mostMemoryMegabytes(pid: number): number {
  return readMemory(pid, 'VmHWM')
}

function readMemory(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

/** Work left over from before, such as e-mails about orders, must not be counted as what comes next. */
export async function isQuiet(pid: number): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > 30; ) {
    const before = cpuTime(pid)
    await wait(1_000)
    used = cpuTime(pid) - before
  }
}
