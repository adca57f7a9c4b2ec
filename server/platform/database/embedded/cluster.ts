import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { syncFolder } from '#server/platform/file-store.ts'
import {
  type ClusterSetup,
  databaseUser,
  folderArgument,
  giveTo,
  giveTreeTo,
  nobody,
  type ServerUser,
  serverEnvironment,
} from './programs-and-user.ts'
import { endLeftoverServer } from './server-process.ts'

/** Makes the database's folder if there is none, and says the password of its only user. */
export async function prepareCluster(setup: ClusterSetup): Promise<string> {
  const { clusterFolder, user, log } = setup
  if (!existsSync(join(clusterFolder, 'PG_VERSION'))) {
    log.info({ clusterFolder }, 'Making a new database')
    await makeCluster(setup)
  } else if (user && statSync(clusterFolder).uid === 0) {
    log.warn(
      { clusterFolder, uid: user.uid },
      "The database belongs to root; giving it to PostgreSQL's own user",
    )
    giveTreeTo(user, clusterFolder)
  }
  return readPassword(clusterFolder)
}

export function readPassword(clusterFolder: string): string {
  return readFileSync(join(clusterFolder, 'shop.password'), 'utf8')
}

/** Made beside its place and moved there when complete: a power cut leaves either no database or a whole one. */
async function makeCluster(setup: ClusterSetup): Promise<void> {
  const { clusterFolder, user, durable, log } = setup
  const unfinished = `${clusterFolder}.new`
  await endLeftoverServer(unfinished, log)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const password = randomBytes(32).toString('base64url')
  try {
    await fillCluster(setup, unfinished, password)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  writeFileSync(join(unfinished, 'shop.password'), password, { mode: 0o600, flush: durable })
  giveTreeTo(user, unfinished)
  renameSync(unfinished, clusterFolder)
  if (durable) await syncFolder(dirname(clusterFolder))
}

async function fillCluster(setup: ClusterSetup, folder: string, password: string): Promise<void> {
  // The program that makes a database wants a user with a name, which the owner of a folder need not have.
  const maker = setup.user && nobody
  giveTo(maker, folder)
  const passwordFile = openForHandover(`${folder}.password`, password, maker)
  try {
    const call = { ...setup, user: maker, folder, passwordFile }
    // Only the operating system's C.UTF-8 lets a search by trigrams see ɛ and ɔ; a system without it gets plain C.
    let failure = await runInitdb({ ...call, characters: 'C.UTF-8' })
    if (failure?.includes('locale')) {
      setup.log.warn(
        { failure },
        'This system has no C.UTF-8 locale; a search may not see letters such as ɛ and ɔ',
      )
      failure = await runInitdb({ ...call, characters: 'C' })
    }
    if (failure) throw new Error(`The database could not be made in ${setup.clusterFolder}: ${failure}`)
  } finally {
    closeSync(passwordFile)
  }
}

/** An open file without a name: only the program that it is handed to can read it, and nothing is left of it. */
function openForHandover(path: string, text: string, reader: ServerUser): number {
  writeFileSync(path, text, { mode: 0o600 })
  giveTo(reader, path)
  const opened = openSync(path, 'r')
  rmSync(path)
  return opened
}

type InitdbCall = ClusterSetup & { folder: string; passwordFile: number; characters: string }

async function runInitdb({
  programs,
  user,
  durable,
  folder,
  passwordFile,
  characters,
}: InitdbCall): Promise<string | null> {
  const initdb = spawn(
    programs.initdb,
    [
      `--pgdata=${folderArgument(user, folder)}`,
      `--username=${databaseUser}`,
      '--pwfile=/proc/self/fd/3',
      '--auth-local=scram-sha-256',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characters}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // One call for the whole disk instead of one for each of a thousand files.
      durable ? '--sync-method=syncfs' : '--no-sync',
    ],
    {
      ...user,
      cwd: folder,
      env: serverEnvironment,
      stdio: ['ignore', 'ignore', 'pipe', passwordFile],
      detached: true,
    },
  )
  const ended = new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject).once('close', resolve)
  })
  const complaining = initdb.stderr ? text(initdb.stderr) : ''
  const [complaint, code] = await Promise.all([complaining, ended])
  return code === 0 ? null : complaint.trim() || `initdb ended with ${code}`
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'database-moved.txt')
}

/** From now on the embedded database is the past. The note says where the shop went, without the password. */
export function noteThatMoved(dataDir: string, url: string, today: Date): void {
  const { host, pathname } = new URL(url)
  const words = `The database of this shop was moved to ${host}${pathname} on ${today.toISOString().slice(0, 10)}.`
  writeFileSync(noteIn(dataDir), `${words}\n`, { flush: true })
}

/** A shop that opened here again would take orders that nobody finds in the other database. */
export function assertNotMoved(dataDir: string): void {
  const note = noteIn(dataDir)
  if (!existsSync(note)) return
  throw new Error(
    `${readFileSync(note, 'utf8').trim()} Set DATABASE_URL to go on there. To go back to the old database as it was that day, delete ${note}.`,
  )
}
