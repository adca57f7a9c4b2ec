import { mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { giveTo, mayEnter, type ServerUser } from './server-user.ts'

export const socketPort = 5432

const prefix = 'adom-db-'
const socketFile = `.s.PGSQL.${socketPort}`
const longestSocketPath = 107

/** A folder in a temporary place that only the user (and root) can enter, with a path short enough for a socket. */
export function makePrivateFolder(user: ServerUser): string {
  const place = [tmpdir(), '/tmp', '/var/tmp'].find((found) => isShort(found) && isOpenTo(found, user))
  if (!place) throw new Error("No temporary folder is open to PostgreSQL's user. Set TMPDIR to one.")
  const folder = mkdtempSync(join(place, prefix))
  giveTo(user, folder)
  return folder
}

/** Takes away only what can be ours, because the path may have been read from a file. */
export function removePrivateFolder(folder: string): void {
  if (!basename(folder).startsWith(prefix)) return
  try {
    for (const file of [socketFile, `${socketFile}.lock`]) rmSync(join(folder, file), { force: true })
    rmdirSync(folder)
  } catch {
    // It is gone already, or holds something that is not ours.
  }
}

function isShort(place: string): boolean {
  return Buffer.byteLength(join(place, `${prefix}XXXXXX`, socketFile)) <= longestSocketPath
}

function isOpenTo(place: string, user: ServerUser): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true && mayEnter(place, user)
}
