import { lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

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
