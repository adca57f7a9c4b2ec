import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

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
