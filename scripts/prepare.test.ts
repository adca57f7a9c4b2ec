import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mayRunPrograms } from './test-folder.ts'

type Packages = Record<string, { version: string; dependencies?: Record<string, string> }>

/** Installs what the lock file names, but writes only down what it was told. */
const fakeNpm = `#!/bin/sh
echo "$(basename "$PWD"): npm $*"
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json`

/** A checkout with prepare.mjs and one tool in it, on a machine whose npm installs nothing. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const root = join(folder, 'shop')
  mkdirSync(join(root, 'scripts/tools/node'), { recursive: true })
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  const npm = join(folder, 'bin/npm')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(npm, fakeNpm)
  chmodSync(npm, 0o755)
  const lock = (place: string, groups: object, packages: Packages) =>
    writeFileSync(join(root, place), JSON.stringify({ packages: { '': groups, ...packages } }))
  const call = (code: string, { env = {}, words = [] }: { env?: object; words?: string[] } = {}) =>
    execFileSync(
      process.execPath,
      [
        ...words,
        '--input-type=module',
        '--eval',
        `import * as prepare from './scripts/prepare.mjs'; ${code}`,
      ],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}`, ...env },
      },
    )
  return { root, lock, call }
}

const groups = { dependencies: { fastify: '1' }, devDependencies: { vitest: '1' } }
const runs = { 'node_modules/fastify': { version: '1', dependencies: { pino: '1' } } }
const beneath = { 'node_modules/fastify/node_modules/pino': { version: '1' } }
const tests = { 'node_modules/vitest': { version: '1' } }
const quietly = '--no-audit --no-fund --loglevel=error\n'

test('the tests keep their files only where programs may run', () => {
  expect([tmpdir(), '/proc', '/nowhere'].map(mayRunPrograms)).toEqual([true, false, false])
})

test('npm start installs once, without what only the tests need, and again when a package has changed', () => {
  const { lock, call } = checkout()
  lock('package-lock.json', groups, { ...runs, ...beneath, ...tests })
  expect(call('prepare.ensureInstalledToRun()')).toBe(
    `Installing what the shop needs (once) …\nshop: npm ci --omit=dev ${quietly}`,
  )
  expect(call('prepare.ensureInstalledToRun()')).toBe('')
  lock('package-lock.json', groups, { ...runs, 'node_modules/pino': { version: '2' }, ...tests })
  expect(call('prepare.ensureInstalledToRun()')).toContain('npm ci --omit=dev')
})

test('npm test adds what it needs to what a running shop uses, and takes nothing away', () => {
  const { lock, call } = checkout()
  lock('package-lock.json', groups, { ...runs, ...beneath, ...tests })
  expect(call('prepare.ensureInstalled()')).toContain(`shop: npm ci --include=dev ${quietly}`)
  lock('node_modules/.package-lock.json', {}, { ...runs, ...beneath })
  expect(call('prepare.ensureInstalledToRun()')).toBe('')
  expect(call('prepare.ensureInstalled()')).toContain(`shop: npm install --no-save --include=dev ${quietly}`)
})

/** A machine with an older Node than the shop needs. */
const olderNode = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`

test('a Node that is new enough is used, for an older one another is installed when it is first needed', () => {
  const { root, lock, call } = checkout()
  const name = `node-${process.platform}-${process.arch}`
  const say = 'console.log(prepare.shopNode())'
  expect(call(say)).toBe(`${process.execPath}\n`)
  lock('scripts/tools/node/package-lock.json', {}, { [`node_modules/${name}`]: { version: '24.21.0' } })
  const shipped = join(root, 'scripts/tools/node/node_modules', name)
  mkdirSync(join(shipped, 'include'), { recursive: true })
  expect(call(say, { words: ['--import', olderNode] })).toBe(
    `Installing a newer Node than this machine's 20.20.2 (once) …\nnode: npm ci ${quietly}${shipped}/bin/node\n`,
  )
  expect(existsSync(join(shipped, 'include'))).toBe(false)
  expect(call(say, { words: ['--import', olderNode] })).toBe(`${shipped}/bin/node\n`)
})

test('the commit is written down from git, else from COMMIT, else it stays unknown', () => {
  const { root, call } = checkout()
  const noted = () => readFileSync(join(root, 'build/commit'), 'utf8').trim()
  call('prepare.noteCommit()', { env: { COMMIT: '' } })
  expect(noted()).toBe('')
  call('prepare.noteCommit()', { env: { COMMIT: '8e36d4d' } })
  expect(noted()).toBe('8e36d4d')
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=shop', '-c', 'user.email=shop@example.com', ...words], {
      cwd: root,
    })
  git('init', '--quiet')
  git('add', 'scripts')
  git('commit', '--quiet', '--message=first')
  call('prepare.noteCommit()')
  expect(git('rev-parse', 'HEAD').toString()).toContain(noted())
  writeFileSync(
    join(root, 'scripts/prepare.mjs'),
    `${readFileSync(join(root, 'scripts/prepare.mjs'), 'utf8')}\n`,
  )
  call('prepare.noteCommit()')
  expect(noted()).toMatch(/^[0-9a-f]{7,}-dirty$/)
})

test('what is built is built again when one of its files says something else, and its files are read only when touched', () => {
  const { root, call } = checkout()
  const source = join(root, 'app/page.ts')
  for (const folder of ['app', 'build']) mkdirSync(join(root, folder))
  const built = () =>
    call(
      "prepare.ensureFresh('build/stamp', { files: [], folders: ['app'] }, () => console.log('built'))",
    ).trim()
  writeFileSync(source, 'one')
  expect([built(), built()]).toEqual(['built', ''])
  writeFileSync(source, 'two')
  expect([built(), built()]).toEqual(['built', ''])
  writeFileSync(source, 'two')
  expect(built()).toBe('')
  writeFileSync(join(root, 'app/more.ts'), '')
  expect(built()).toBe('built')
  // Whoever copies a checkout with its build takes the time along, but not the moment at which it was copied.
  const stamp = join(root, 'build/stamp')
  const [made = '', touched = ''] = readFileSync(stamp, 'utf8').split('\n')
  writeFileSync(stamp, `${made}\n${'0'.repeat(64)}`)
  expect(built()).toBe('')
  expect(readFileSync(stamp, 'utf8')).toBe(`${made}\n${touched}`)
  writeFileSync(stamp, `${'0'.repeat(64)}\n${touched}`)
  expect(built()).toBe('')
})
