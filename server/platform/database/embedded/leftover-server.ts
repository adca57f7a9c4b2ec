import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import { removePostmasterFile } from './postmaster-file.ts'
import { databaseProcessesIn, type RunningProcess, signal } from './processes.ts'

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
