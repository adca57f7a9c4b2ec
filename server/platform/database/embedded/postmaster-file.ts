import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL writes about itself into `postmaster.pid` while it runs. */
export type PostmasterFile = { pid: number; socketFolder: string; isReady: boolean }

export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

export function removePostmasterFile(clusterFolder: string): void {
  rmSync(join(clusterFolder, 'postmaster.pid'), { force: true })
}
