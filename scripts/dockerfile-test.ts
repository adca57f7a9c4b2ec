import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { openLog } from '../server/platform/log.ts'
import { findFreePort } from '../server/testing/shop-process.ts'
import { databaseAddress } from '../server/testing/test-postgres.ts'
import { contextOf, listOf, readDockerfile, type Stage, settingsOf } from './dockerfile.ts'
import { tryBackToMoment } from './point-in-time-restore-test.ts'
import { loadTool } from './tools/load-tool.ts'

/**
 * Docker may not be here, but what the Dockerfile says can be done without it: each of its commands is run in a folder
 * of its own, and the shop that comes out of it is opened, asked how it is, visited and closed.
 */
const place = mkdtempSync(join(tmpdir(), 'adom-image-'))
chmodSync(place, 0o755)

const isRoot = process.getuid?.() === 0
const plainUser = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid?.(), gid: process.getgid?.() }

/** The image has Node 24 itself; here it is the one that this program runs on. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** A path of the image, in the folder that plays the stage. */
function inStage(stage: string, path: string, workdir = '/'): string {
  return join(place, stage, path.startsWith('/') ? path : join(workdir, path))
}

type Linter = { run(folder: string, text: string): { rule: string; line: number }[] }

function lint(dockerfile: string): void {
  // The linter reads options up to their first dash and takes this one for an unknown "--start".
  const found = loadTool<Linter>('dockerfilelint').run('.', dockerfile.replace(' --start-period=60s', ''))
  if (found.length > 0) throw new Error(`The Dockerfile does not pass its linter: ${JSON.stringify(found)}`)
}

function makeContext(): void {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  const there = listed.stdout.trim().split('\n').filter(existsSync)
  const files = contextOf(readFileSync('.dockerignore', 'utf8'), there)
  for (const file of files) cpSync(file, join(place, 'context', file))
  console.log(`The image is made of ${files.length} files.`)
}

function buildStage({ name, steps }: Stage): void {
  let workdir = '/'
  for (const { instruction, text } of steps) {
    if (instruction === 'WORKDIR') {
      workdir = text
      mkdirSync(inStage(name, workdir), { recursive: true })
    } else if (instruction === 'COPY') copy(name, workdir, text.split(/\s+/))
    else if (instruction === 'RUN') runIn(name, workdir, text)
  }
}

function copy(stage: string, workdir: string, words: string[]): void {
  const isFromStage = words[0]?.startsWith('--from=')
  const from = isFromStage ? (words.shift() ?? '').replace('--from=', '') : 'context'
  const to = words.pop() ?? ''
  const target = inStage(stage, to, workdir)
  for (const word of words) {
    const isIntoFolder = to.endsWith('/') && word !== '.'
    const file = isIntoFolder ? join(target, word.split('/').at(-1) ?? '') : target
    cpSync(inStage(from, word), file, { recursive: true, verbatimSymlinks: true })
  }
}

function runIn(stage: string, workdir: string, text: string): void {
  console.log(`${stage}: ${text}`)
  // The image's own user and data folder, in the place that this machine has for them.
  const command = text
    .replaceAll(' /data', ` ${inStage(stage, '/data')}`)
    .replaceAll('node:node', `${plainUser.uid}:${plainUser.gid}`)
  const env = { ...process.env, PATH, NODE_ENV: undefined }
  const cwd = inStage(stage, workdir)
  const { status } = spawnSync('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`This command of the Dockerfile failed: ${text}`)
}

async function openShop({ name, steps }: Stage, databaseUrl: string) {
  const wordsOf = (instruction: string) =>
    steps.findLast((step) => step.instruction === instruction)?.text ?? ''
  const settings = settingsOf(steps)
  const port = String(await findFreePort())
  const env = {
    ...settings,
    PATH,
    DATA_DIR: inStage(name, settings.DATA_DIR ?? ''),
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: 'https://shop.example.com',
    DATABASE_URL: databaseUrl,
    DRAIN_SECONDS: '0',
  }
  const options = { cwd: inStage(name, wordsOf('WORKDIR')), env, ...(isRoot ? plainUser : {}) }
  const call = (text: string) => {
    const [program = '', ...words] = listOf(text)
    return [program, words] as const
  }
  const isWell = () => spawnSync(...call(wordsOf('HEALTHCHECK')), options).status === 0
  if (isWell()) throw new Error('The health check is content although no shop is open.')
  const shop = spawn(...call(wordsOf('CMD')), { ...options, stdio: 'inherit' })
  const ended = once(shop, 'exit')
  for (let tries = 0; !isWell(); tries++) {
    if (shop.exitCode !== null || tries > 120) throw new Error('The shop in the image did not open.')
    await wait(1_000)
  }
  return { address: `http://127.0.0.1:${port}`, shop, ended }
}

async function visit(address: string): Promise<void> {
  for (const page of ['/', '/shop', '/blog', '/login', '/api/products']) {
    const answer = await fetch(address + page)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${page} answers ${answer.status}.`)
    const [picture] = /\/media\/pictures\/[^" ,]+\.webp/.exec(text) ?? []
    if (picture && (await fetch(address + picture)).status !== 200)
      throw new Error(`${picture} is not shown.`)
  }
  console.log('The pages, the products and their pictures are there.')
}

/** In megabytes, packages and shop together, without what the base image has. */
const largestImage = 350

function weigh(stage: string): void {
  const { stdout } = spawnSync('du', ['-sm', join(place, stage)], { encoding: 'utf8' })
  const megabytes = Number(stdout.split('\t')[0])
  console.log(`What the image adds to node:24-slim: ${megabytes} MB.`)
  if (megabytes > largestImage) throw new Error(`That is more than the ${largestImage} MB that it may have.`)
}

async function tryImage(): Promise<void> {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
  lint(dockerfile)
  makeContext()
  const stages = readDockerfile(dockerfile)
  for (const stage of stages) buildStage(stage)
  const image = stages.at(-1)
  if (image === undefined) throw new Error('The Dockerfile makes no image.')
  weigh(image.name)
  const log = openLog({ level: 'warn' })
  const database = await startEmbeddedPostgres({ dataDir: join(place, 'database'), log })
  try {
    const { address, shop, ended } = await openShop(image, databaseAddress(database.connection))
    try {
      await visit(address)
    } finally {
      shop.kill('SIGTERM')
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`The shop closed with ${code}.`)
  } finally {
    await database.stop()
  }
  console.log('All that the Dockerfile says was done, and the shop opened, served and closed.')
}

try {
  tryBackToMoment(place, isRoot ? plainUser : {})
  await tryImage()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(place, { recursive: true, force: true })
}
