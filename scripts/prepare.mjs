// Runs on whatever Node the machine has (20 and up), before anything is installed: plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs what builds the pages and runs the shop: the `dependencies` of package.json. */
export function ensureInstalledToRun() {
  if (isInstalled(root, ['dependencies'])) return
  console.log('Installing what the shop needs (once) …')
  install(root, ['ci', '--omit=dev'])
}

/** Installs what the tests need, too. A shop may be running from what is there already: then npm only adds. */
export function ensureInstalled() {
  if (isInstalled(root, ['dependencies', 'devDependencies'])) return
  console.log('Installing what the shop and its tests need (once) …')
  const command = isInstalled(root, ['dependencies']) ? ['install', '--no-save'] : ['ci']
  install(root, [...command, '--include=dev'])
}

/**
 * Installs what only one tool needs, from `scripts/tools/<name>` and its own lock file, when that tool is first used.
 * Gives back the folder.
 */
export function ensureToolInstalled(name, what = name) {
  const folder = join(root, 'scripts/tools', name)
  if (isInstalled(folder, ['dependencies'])) return folder
  console.log(`Installing ${what} (once) …`)
  install(folder, ['ci'])
  return folder
}

function install(folder, words) {
  run('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}

/** Whether these packages are there with all that they need, and nothing is older or newer than the lock file says. */
function isInstalled(folder, groups) {
  const hidden = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const isRight = (path) => present[path]?.version === wanted[path]?.version
  const needed = new Set(groups.flatMap((group) => pathsOf(wanted[''][group], '', wanted)))
  for (const path of needed)
    for (const each of pathsOf(wanted[path].dependencies, path, wanted)) needed.add(each)
  const known = Object.keys(present).filter((path) => path in wanted)
  return [...needed, ...known].every(isRight)
}

/** Where Node finds what the package at `from` needs: inside it, or further out. */
function pathsOf(dependencies = {}, from, packages) {
  return Object.keys(dependencies).map((name) => {
    let place = from
    while (place !== '' && !(join(place, 'node_modules', name) in packages))
      place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
    return join(place, 'node_modules', name)
  })
}

/** The machine's own Node if it is new enough, else one that is installed for the shop. */
export function shopNode() {
  const { node: version } = process.versions
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 22)) return process.execPath
  const folder = ensureToolInstalled('node', `a newer Node than this machine's ${version}`)
  const shipped = join(folder, `node_modules/node-${process.platform}-${process.arch}`)
  if (!existsSync(shipped)) {
    console.error(
      `This machine's Node is ${version}. The shop needs Node 22.22 or newer; please install it and try again.`,
    )
    process.exit(1)
  }
  // A third of the package is for C++ compilers.
  rmSync(join(shipped, 'include'), { recursive: true, force: true })
  return join(shipped, 'bin/node')
}

/** Writes down which commit this is, for the shop to say. Where there is no git, COMMIT may name it. */
export function noteCommit() {
  const git = ['-c', 'safe.directory=*', 'describe', '--always', '--dirty', '--exclude=*']
  const options = { cwd: root, encoding: 'utf8' }
  const asked = existsSync(join(root, '.git')) ? spawnSync('git', git, options) : { status: null }
  const commit = asked.status === 0 ? asked.stdout : (process.env.COMMIT ?? '')
  try {
    mkdirSync(join(root, 'build'), { recursive: true })
    writeFileSync(join(root, 'build/commit'), commit)
  } catch {
    // Whoever may only read the checkout finds what was written down when it was built.
  }
}

/** Builds the pages and the server, each if a file that it is made of has changed since the last build. */
export function ensureBuilt() {
  const env = { ...process.env, NODE_ENV: 'production' }
  ensureFresh('build/stamp', pageSources, () => {
    console.log('Building the pages …')
    runNode(['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'], { env })
    runNode(['scripts/compress-assets.mjs'])
  })
  ensureFresh('build/shop/stamp', serverSources, () => runNode(['scripts/build-server.mjs'], { env }))
  // A build empties the folder.
  noteCommit()
}

const pageSources = {
  files: ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'scripts/compress-assets.mjs'],
  folders: ['app', 'contract', 'rules', 'public'],
}

const serverSources = {
  files: ['package-lock.json', 'package.json', 'scripts/build-server.mjs'],
  folders: ['server', 'contract', 'rules', 'sample-shop'],
}

/**
 * The stamp says of what the build was made, and when those files were last touched: as long as nobody has touched them, they
 * need not be read.
 */
export function ensureFresh(stamp, sources, build) {
  const path = join(root, stamp)
  const [made, untouched] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const files = listFiles(sources)
  const touched = hashOf(files, (file) => {
    const { size, ctimeMs } = statSync(file)
    return `${size} ${ctimeMs}`
  })
  if (touched === untouched) return
  const wanted = hashOf(files, (file) => readFileSync(file))
  if (made !== wanted) build()
  try {
    writeFileSync(path, `${wanted}\n${touched}`)
  } catch (error) {
    // Whoever may only read the checkout reads the files again next time.
    if (made !== wanted) throw error
  }
}

function listFiles({ files: named, folders }) {
  const files = [...named]
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('.test.'))
        files.push(join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    }
  }
  return files.sort()
}

function hashOf(files, read) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(read(join(root, file)))
  return hash.digest('hex')
}

/** Runs a command to its end; when it fails, so does everything. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

export function runNode(args, options = {}) {
  run(shopNode(), args, options)
}

/** Runs a program until it ends by itself or is asked to stop, and ends as it ended. */
export function become(args, env = {}) {
  const child = spawn(shopNode(), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  // Ctrl-C reaches the child by itself; a signal to this process alone has to be passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
