// Runs on whatever Node the machine has (20 and up), before anything is installed: plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs what package-lock.json names, if something of it is missing. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing what the shop needs (once) …')
  // With NODE_ENV=production npm would leave out what builds the pages.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

function isInstalled() {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, os, cpu }]) => {
    if (path === '' || present[path]?.version === version) return true
    const isForThisMachine = fits(os, process.platform) && fits(cpu, process.arch)
    return optional === true && !(isForThisMachine && os !== undefined && present[path] !== undefined)
  })
}

function fits(list, value) {
  return list === undefined || (list.includes(value) && !list.includes(`!${value}`))
}

/** The Node that came with the project, else the machine's own if it is new enough. */
export function shopNode() {
  const shipped = join(root, 'node_modules/.bin/node')
  if (existsSync(shipped)) return shipped
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  console.error(
    `This machine's Node is ${process.versions.node}. The shop needs Node 22.22 or newer; please install it and try again.`,
  )
  process.exit(1)
}

/** Builds the pages if a file that they are made of has changed since the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'build/stamp')
  const wanted = fingerprintOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the pages …')
  const environment = { ...process.env, NODE_ENV: 'production' }
  runNode(['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'], { env: environment })
  runNode(['scripts/compress-assets.mjs'])
  writeFileSync(stamp, wanted)
}

function fingerprintOfSources() {
  const hash = createHash('sha256')
  const files = [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/compress-assets.mjs',
    'scripts/fewer-lines.ts',
    'scripts/lean-react.ts',
    'scripts/lean-router.ts',
    'scripts/leave-out.ts',
  ]
  for (const folder of ['app', 'contract', 'rules', 'public']) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('.test.'))
        files.push(join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    }
  }
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
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
