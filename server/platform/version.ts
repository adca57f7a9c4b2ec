import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The commit is unknown where the code came without git and nobody has named it. */
export type Version = { version: string; commit: string | null }

/** The version of package.json, and the commit that `scripts/prepare.mjs` has written down before the start. */
export function readVersion(folder: URL = new URL('../../', import.meta.url)): Version {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  const file = fileURLToPath(new URL('build/commit', folder))
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return { version, commit: commit || null }
}

export function versionText({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit})`
}
