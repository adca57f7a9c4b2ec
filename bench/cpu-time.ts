import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const ticksPerSecond = 100

/** Milliseconds that a process has had of the processor so far; 0 once it is gone. */
export function cpuTime(pid: number): number {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
  } catch {
    return 0
  }
}

export function memoryMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Work left over from before, such as letters about orders, must not be counted as what comes next. */
export async function isQuiet(pid: number): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > 30; ) {
    const before = cpuTime(pid)
    await wait(1_000)
    used = cpuTime(pid) - before
  }
}
