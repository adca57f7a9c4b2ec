import { lchownSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Undefined: PostgreSQL runs as the user who started the shop. */
export type ServerUser = { uid: number; gid: number } | undefined

export const nobody = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root; it then runs as the owner of the data, or, where that is root too, as nobody. */
export function chooseServerUser(dataDir: string, clusterFolder: string): ServerUser {
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })
  const me = process.getuid?.()
  if (me === 0) {
    const { uid, gid } = [owner, statSync(dataDir)].find((found) => found && found.uid !== 0) ?? nobody
    return { uid, gid }
  }
  if (owner && owner.uid !== me) {
    throw new Error(
      `The database in ${clusterFolder} belongs to another user (${owner.uid}). Start the shop as that user or as root, or choose another DATA_DIR.`,
    )
  }
  return undefined
}

/** Whether the user can walk to a folder: a home folder closed to others stops PostgreSQL's user on the way. */
export function mayEnter(folder: string, user: ServerUser): boolean {
  if (!user) return true
  const { uid, gid, mode } = statSync(folder)
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const parent = dirname(resolve(folder))
  return (mode & enter) !== 0 && (parent === resolve(folder) || mayEnter(parent, user))
}

export function giveTo(user: ServerUser, path: string): void {
  if (user) lchownSync(path, user.uid, user.gid)
}

export function giveTreeTo(user: ServerUser, folder: string): void {
  giveTo(user, folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTreeTo(user, path)
    else giveTo(user, path)
  }
}

export const socketPort = 5432

export const prefix = 'adom-db-'

export const socketFile = `.s.PGSQL.${socketPort}`

export const longestSocketPath = 107

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

export function isShort(place: string): boolean {
  return Buffer.byteLength(join(place, `${prefix}XXXXXX`, socketFile)) <= longestSocketPath
}

export function isOpenTo(place: string, user: ServerUser): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true && mayEnter(place, user)
}
