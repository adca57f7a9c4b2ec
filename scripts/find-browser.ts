/**
 * The one place that knows where a browser is. As a program it prints the path, so that `npm test`, which may
 * run on an older Node, can hand it on as CHROME_PATH.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Machine = {
  platform: NodeJS.Platform
  arch: string
  isRoot: boolean
  env: Record<string, string | undefined>
  /** Where browsers lie that are not on the PATH. */
  usualPlaces: string[]
  /** The folder that holds npm's packages; what is unpacked goes into its cache. */
  packages: string
  say(line: string): void
}

/** First the one without windows: for the same pages it works a third as much. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Older ones lack what the pages and the tests use, and would fail in a hundred places instead of one. */
const oldest = 120

const seconds = 1_000

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A browser that starts: the one of $CHROME_PATH, of the machine, of Playwright, of npm, or a newly installed one. */
export async function findBrowser(machine = thisMachine()): Promise<string> {
  const { env, say } = machine
  if (env.CHROME_PATH) {
    if (await starts(machine, env.CHROME_PATH)) return env.CHROME_PATH
    say(`CHROME_PATH names ${env.CHROME_PATH}, which does not start as a browser; looking for another one.`)
  }
  const found =
    (await firstThatStarts(machine, installedOn(machine))) ??
    (await firstThatStarts(machine, installedByPlaywright(machine))) ??
    (await unpackFromNpm(machine)) ??
    (await downloadWithPlaywright(machine)) ??
    (await installWithApt(machine))
  if (found) return found
  throw new Error(
    'No browser starts on this machine: please install Chromium or Chrome (on Debian: apt-get install chromium), or let CHROME_PATH name one.',
  )
}

function thisMachine(): Machine {
  const { platform, arch, env } = process
  return {
    platform,
    arch,
    isRoot: process.getuid?.() === 0,
    env,
    usualPlaces: [
      '/usr/lib/chromium/chromium',
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    packages: fileURLToPath(new URL('../node_modules', import.meta.url)),
    say: (line) => console.error(line),
  }
}

function installedOn({ env, usualPlaces }: Machine): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...usualPlaces]
}

function installedByPlaywright({ env, platform }: Machine): string[] {
  const cache = platform === 'darwin' ? 'Library/Caches' : '.cache'
  const folder = env.PLAYWRIGHT_BROWSERS_PATH || join(env.HOME ?? homedir(), cache, 'ms-playwright')
  const programs = [
    'chrome-headless-shell',
    'headless_shell',
    'chrome',
    'Google Chrome for Testing',
    'Chromium',
  ]
  return programs
    .flatMap((program) => globSync(`chromium*/**/${program}`, { cwd: folder }))
    .map((path) => join(folder, path))
}

async function firstThatStarts(machine: Machine, paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await starts(machine, path)) return path
  return undefined
}

async function starts(machine: Machine, path: string): Promise<boolean> {
  const isProgram = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isProgram) return false
  const { status, output } = await run(machine, path, ['--version'], 60 * seconds)
  const version = /\b(\d+)\.\d+\.\d+\.\d+\b/.exec(output)?.[1]
  return status === 0 && Number(version) >= oldest
}

/** npm brings a program for one kind of processor only. */
async function unpackFromNpm(machine: Machine): Promise<string | undefined> {
  if (machine.platform !== 'linux' || machine.arch !== 'x64') return undefined
  const folder = join(machine.packages, '@sparticuz/chromium')
  const version = await readFile(join(folder, 'package.json'), 'utf8').then(
    (text) => JSON.parse(text).version,
    () => undefined,
  )
  if (version === undefined) return undefined
  const cache = join(machine.packages, '.cache')
  const home = join(cache, `chromium-${version}`)
  const program = join(home, 'start')
  if (await starts(machine, program)) return program
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'unpacking-'))
  // The package unpacks into the temporary folder, and brings its libraries only for a machine that it takes for its own.
  const unpacking = await run(
    { ...machine, env: { ...machine.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' } },
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { default: chromium } = await import(${JSON.stringify(join(folder, 'build/index.js'))}); await chromium.executablePath()`,
    ],
    300 * seconds,
  )
  if (unpacking.status === 0) {
    await writeStarter(fresh, home)
    await rm(home, { recursive: true, force: true })
    await rename(fresh, home).catch(() => undefined)
  }
  await rm(fresh, { recursive: true, force: true })
  return (await starts(machine, program)) ? program : undefined
}

/**
 * A script that starts the unpacked program with its libraries and fonts, so that its path is all that others need.
 * The package looks for its fonts in a folder that is not there; without any font a page with a form cannot be drawn.
 */
async function writeStarter(folder: string, home: string): Promise<void> {
  const folders = [join(home, 'fonts'), '/usr/share/fonts'].map((each) => `<dir>${each}</dir>`).join('')
  const cache = `<cachedir>${join(home, 'fonts-cache')}</cachedir>`
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>`,
  )
  const script = [
    '#!/bin/sh',
    `home='${home.replaceAll("'", "'\\''")}'`,
    'export FONTCONFIG_FILE="$home/fonts.conf"',
    'export LD_LIBRARY_PATH="$home/al2023/lib"',
    'exec "$home/chromium" "$@"',
  ]
  await writeFile(join(folder, 'start'), `${script.join('\n')}\n`, { mode: 0o755 })
}

async function downloadWithPlaywright(machine: Machine): Promise<string | undefined> {
  machine.say('No browser on this machine: trying to download one (playwright install chromium) …')
  // A network that lets nothing through must not cost more than a minute of waiting.
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...machine.env }
  const tool = join(machine.packages, '@playwright/test/cli.js')
  await run({ ...machine, env }, process.execPath, [tool, 'install', 'chromium'], 180 * seconds)
  return firstThatStarts(machine, installedByPlaywright(machine))
}

async function installWithApt(machine: Machine): Promise<string | undefined> {
  const before = machine.isRoot ? [] : ['sudo', '-n']
  const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = ([program = '', ...more]: string[]) => run({ ...machine, env }, program, more, 600 * seconds)
  // Debian has the one without windows; where it is not known, there is the other.
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const command = [
      ...before,
      ...'apt-get install -y --no-install-recommends'.split(' '),
      browser,
      'fonts-liberation',
    ]
    machine.say(`Installing a browser with the machine's own packages (${command.join(' ')}) …`)
    if ((await apt(command)).status !== 0) {
      // A machine that was never asked for a package has no list of them yet.
      await apt([...before, 'apt-get', 'update'])
      await apt(command)
    }
    const found = await firstThatStarts(machine, installedOn(machine))
    if (found) return found
  }
  return undefined
}

/**
 * Runs a program to its end, in an empty folder: one that is made for another processor may be read as a shell
 * script, and would leave files behind.
 */
async function run(
  { env }: Machine,
  program: string,
  args: string[],
  limit: number,
): Promise<{ status: number | null; output: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'find-browser-'))
  const ended = await new Promise<{ status: number | null; output: string }>((resolve) => {
    let output = ''
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    // All that it has started ends with it.
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), limit)
    child.stdout.on('data', (data) => {
      output += data
    })
    child.on('error', () => resolve({ status: null, output }))
    child.on('exit', (status) => {
      clearTimeout(timer)
      child.stdout.destroy()
      resolve({ status, output })
    })
  })
  await rm(cwd, { recursive: true, force: true })
  return ended
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findBrowser())
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
