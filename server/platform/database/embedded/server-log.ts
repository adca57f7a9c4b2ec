import { openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo, type ServerUser } from './server-user.ts'

const largest = 2_000_000

export function serverLogPath(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/** PostgreSQL appends to the file itself, so its last words are kept even when the shop is killed. */
export function openServerLog(path: string, user: ServerUser): number {
  boundServerLog(path)
  const opened = openSync(path, 'a', 0o600)
  giveTo(user, path)
  return opened
}

export function boundServerLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largest) truncateSync(path)
}

export function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}
