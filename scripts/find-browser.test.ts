import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser, type Machine } from './find-browser.ts'

const newBrowser = 'echo "Chromium 156.0.8078.79 built on Debian"'
const noteArguments = (file: string) => `echo "$0 $@" >> ${file}`

/** A machine whose whole PATH is one folder; `programs` are shell scripts in it. */
async function openMachine(programs: Record<string, string> = {}, differences: Partial<Machine> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  const bin = (name: string) => path(`bin/${name}`)
  await mkdir(path('bin'))
  for (const [name, script] of Object.entries(programs)) await writeProgram(bin(name), script)
  const said: string[] = []
  const machine: Machine = {
    platform: 'linux',
    arch: 'arm64',
    isRoot: false,
    env: { PATH: path('bin'), HOME: path('home') },
    usualPlaces: [],
    packages: path('node_modules'),
    say: (line) => void said.push(line),
    ...differences,
  }
  return { machine, said, path, bin }
}

async function writeProgram(path: string, script: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}

/** A fake of npm's package: what it unpacks says where its fonts and libraries are. */
async function writeNpmPackage(packages: string): Promise<void> {
  const folder = join(packages, '@sparticuz/chromium')
  await mkdir(join(folder, 'build'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "version": "153.0.0", "type": "module" }')
  await writeFile(
    join(folder, 'build/index.js'),
    `import { writeFileSync } from 'node:fs'
     export default {
       async executablePath() {
         if (process.env.AWS_LAMBDA_JS_RUNTIME !== 'nodejs24.x') throw new Error('no libraries')
         writeFileSync(process.env.TMPDIR + '/chromium', '#!/bin/sh\\necho "Chromium 153.0.1.2 $FONTCONFIG_FILE $LD_LIBRARY_PATH"', { mode: 0o755 })
       },
     }`,
  )
}

/** A program that puts a browser onto the PATH, as apt-get does. */
const installs = (folder: string) =>
  `[ "$1" = update ] || { printf '#!/bin/sh\\n${newBrowser}\\n' > ${folder}/chromium; /bin/chmod +x ${folder}/chromium; }`

test('the browser of CHROME_PATH comes before that of the machine', async () => {
  const { machine, path } = await openMachine({ chromium: newBrowser })
  await writeProgram(path('my chrome'), 'echo "Google Chrome 160.0.1.2"')
  machine.env.CHROME_PATH = path('my chrome')
  expect(await findBrowser(machine)).toBe(path('my chrome'))
})

test('a CHROME_PATH that names no browser is told, and another one is taken', async () => {
  const { machine, said, bin } = await openMachine({ chromium: newBrowser, broken: 'exit 1' })
  for (const wrong of [bin('missing'), bin('broken')]) {
    machine.env.CHROME_PATH = wrong
    expect(await findBrowser(machine)).toBe(bin('chromium'))
    expect(said.pop()).toBe(
      `CHROME_PATH names ${wrong}, which does not start as a browser; looking for another one.`,
    )
  }
})

test('a browser that does not start, says no version or is too old is passed over', async () => {
  const { machine, bin } = await openMachine({
    chromium: 'echo "Please install the snap" >&2; exit 1',
    'chromium-browser': 'echo "no number here"',
    'google-chrome': 'echo "Google Chrome 89.0.4389.114"',
    'google-chrome-stable': newBrowser,
  })
  expect(await findBrowser(machine)).toBe(bin('google-chrome-stable'))
})

test('a browser in one of the usual places is found without the PATH', async () => {
  const { machine, path } = await openMachine()
  await writeProgram(path('snap/chromium'), newBrowser)
  machine.usualPlaces.push(path('snap/chromium'))
  expect(await findBrowser(machine)).toBe(path('snap/chromium'))
})

test('a program for another processor leaves no file where the search began', async () => {
  const { machine, bin } = await openMachine({ 'google-chrome': newBrowser })
  // Without a first line that names its reader, the system takes it for a shell script.
  await writeFile(bin('chromium'), 'echo garbage > left-behind\n', { mode: 0o755 })
  const before = await readdir('.')
  expect(await findBrowser(machine)).toBe(bin('google-chrome'))
  expect(await readdir('.')).toEqual(before)
})

test('a browser that Playwright has installed comes before that of npm', async () => {
  const { machine, path } = await openMachine({}, { arch: 'x64' })
  await writeNpmPackage(machine.packages)
  const installed = path('home/.cache/ms-playwright/chromium-1254/chrome-linux/chrome')
  await writeProgram(installed, newBrowser)
  expect(await findBrowser(machine)).toBe(installed)
})

test('on x64 the browser of npm is unpacked into its cache, and its path alone starts it with its fonts and libraries', async () => {
  const { machine, path, said } = await openMachine({}, { arch: 'x64' })
  await writeNpmPackage(machine.packages)
  const home = path('node_modules/.cache/chromium-153.0.0')
  const found = await findBrowser(machine)
  expect(found).toBe(join(home, 'start'))
  const { stdout } = await promisify(execFile)(found, ['--version'])
  expect(stdout).toBe(`Chromium 153.0.1.2 ${home}/fonts.conf ${home}/al2023/lib\n`)
  expect(await readFile(join(home, 'fonts.conf'), 'utf8')).toContain(`<dir>${home}/fonts</dir>`)
  expect(await readdir(path('node_modules/.cache'))).toEqual(['chromium-153.0.0'])
  expect(said).toEqual([])

  await rm(path('node_modules/@sparticuz/chromium/build'), { recursive: true })
  expect(await findBrowser(machine)).toBe(found)
})

test('an unpacking that broke off is done again', async () => {
  const { machine, path } = await openMachine({}, { arch: 'x64' })
  await writeNpmPackage(machine.packages)
  await writeProgram(path('node_modules/.cache/chromium-153.0.0/start'), 'exit 126')
  expect(await findBrowser(machine)).toBe(path('node_modules/.cache/chromium-153.0.0/start'))
})

test('on arm64 the browser of npm, which is made for x64, is not even unpacked', async () => {
  const { machine, path } = await openMachine({}, { arch: 'arm64' })
  await writeNpmPackage(machine.packages)
  await expect(findBrowser(machine)).rejects.toThrow('please install Chromium')
  await expect(access(path('node_modules/.cache'))).rejects.toThrow()
})

test('without any browser Playwright is asked to download one', async () => {
  const { machine, path, said } = await openMachine()
  const browser = path('home/.cache/ms-playwright/chromium-1254/chrome-linux/chrome')
  await mkdir(path('node_modules/@playwright/test'), { recursive: true })
  await writeFile(
    path('node_modules/@playwright/test/cli.js'),
    `const { mkdirSync, writeFileSync } = require('node:fs')
     if (process.argv.slice(2).join(' ') !== 'install chromium') process.exit(1)
     mkdirSync(${JSON.stringify(dirname(browser))}, { recursive: true })
     writeFileSync(${JSON.stringify(browser)}, '#!/bin/sh\\n${newBrowser}', { mode: 0o755 })`,
  )
  expect(await findBrowser(machine)).toBe(browser)
  expect(said).toEqual(['No browser on this machine: trying to download one (playwright install chromium) …'])
})

test('where nothing can be downloaded root installs a browser with apt-get, after asking for its list of packages', async () => {
  const { machine, path, bin, said } = await openMachine({}, { isRoot: true })
  const calls = path('calls')
  await writeProgram(
    bin('apt-get'),
    `${noteArguments(calls)}\nif [ "$1" = update ]; then : > ${path('list')}; exit; fi\n[ -e ${path('list')} ] || exit 100\n${installs(path('bin'))}`,
  )
  expect(await findBrowser(machine)).toBe(bin('chromium'))
  expect(said.at(-1)).toBe(
    "Installing a browser with the machine's own packages (apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation) …",
  )
  const install = `${bin('apt-get')} install -y --no-install-recommends chromium-headless-shell fonts-liberation`
  expect((await readFile(calls, 'utf8')).split('\n')).toEqual([
    install,
    `${bin('apt-get')} update`,
    install,
    '',
  ])
})

test('where the machine’s packages have no browser without windows, the ordinary one is installed', async () => {
  const { machine, path, bin } = await openMachine({}, { isRoot: true })
  const isUnknown = '[ "$4" = chromium-headless-shell ] && exit 100'
  await writeProgram(bin('apt-get'), `${isUnknown}\n${installs(path('bin'))}`)
  expect(await findBrowser(machine)).toBe(bin('chromium'))
})

test('a browser without windows comes before one with', async () => {
  const { machine, bin } = await openMachine({
    chromium: newBrowser,
    'chromium-headless-shell': newBrowser,
  })
  expect(await findBrowser(machine)).toBe(bin('chromium-headless-shell'))
})

test('whoever is not root installs a browser through sudo, which must not ask for a password', async () => {
  const { machine, path, bin } = await openMachine()
  await writeProgram(bin('apt-get'), `[ -n "$IS_ROOT" ] || exit 100\n${installs(path('bin'))}`)
  await writeProgram(bin('sudo'), '[ "$1" = -n ] || exit 1\nshift\nIS_ROOT=yes "$@"')
  expect(await findBrowser(machine)).toBe(bin('chromium'))
})

test('a machine that cannot get a browser says in one sentence what to install', async () => {
  const { machine, bin } = await openMachine({ sudo: 'exit 1', 'apt-get': 'exit 100' })
  await expect(findBrowser(machine)).rejects.toThrow(
    /^No browser starts on this machine: please install Chromium or Chrome \(on Debian: apt-get install chromium\), or let CHROME_PATH name one\.$/,
  )
  await rm(bin('apt-get'))
  await expect(findBrowser(machine)).rejects.toThrow('please install Chromium')
})
