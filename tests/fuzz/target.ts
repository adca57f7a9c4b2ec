import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { hashToken, sessionEnd } from '#server/features/accounts/sessions.ts'
import { insertAccount } from '#server/features/accounts/sign-in-and-sign-up.ts'
import { sessions, users } from '#server/features/accounts/tables.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import { openContext } from '#server/platform/open-context.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'

export type Question = {
  token?: string | null
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

export type Heard = {
  method: string
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  ms: number
}

/** The shop under attack, in a process of its own, so that it can crash alone and its memory be weighed. */
export type Target = {
  address: string
  port: number
  pid: number
  /** Tools on the same database, to look at what the attacks left there. */
  context: Context
  ask(method: string, path: string, question?: Question): Promise<Heard>
  /** The token of a person whom nobody else uses: some attacks sign people out or use up their tries. */
  newPerson(role: Role): Promise<string>
  /** The mails to one person so far, the newest first. */
  listMails(to: string): Promise<string[]>
  memoryMb(): Promise<number>
  /** All that the shop keeps or has left in files, but for the database and the e-mails, which go out when they can. */
  listFiles(): Promise<string[]>
  close(): Promise<void>
}

const withoutLimits = {
  REQUESTS_PER_MINUTE: '1000000',
  ORDERS_PER_ADDRESS: '1000000',
  ORDERS_PER_PHONE: '1000000',
}

export async function openTarget(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-fuzz-'))
  const temporary = await mkdtemp(join(tmpdir(), 'shop-fuzz-left-'))
  const surroundings = { ...withoutLimits, LOG_LEVEL: 'error', TMPDIR: temporary }
  const { address, pid, stop } = await startShopProcess(dataDir, surroundings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...withoutLimits })
  const beside = await openContext(config, { besideTheShop: true })
  const lines = new Agent({ keepAlive: true, maxSockets: 16 })
  const port = Number(new URL(address).port)
  const ask: Target['ask'] = async (method, path, question = {}) => {
    const once = () => askOver(lines, port, method, path, question)
    return once().catch((error) => {
      // The shop may close an idle line in the very moment in which it is used again.
      if (error.line === 'reused') return once()
      throw error
    })
  }
  const close = async () => {
    lines.destroy()
    await beside.close()
    await stop()
    for (const folder of [dataDir, temporary]) await rm(folder, { recursive: true, force: true })
  }
  // Whoever breaks off with Ctrl-C closes it while it is being closed.
  let closed: Promise<void> | undefined
  return {
    address,
    port,
    pid,
    ask,
    context: beside.context,
    newPerson: openPeople(beside.context),
    async listMails(to) {
      const outbox = join(dataDir, 'outbox')
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.txt'))
      const mails = await Promise.all(
        names
          .sort()
          .reverse()
          .map((name) => readFile(join(outbox, name), 'utf8')),
      )
      return mails.filter((mail) => mail.includes(`To: ${to}\n`))
    },
    async memoryMb() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    async listFiles() {
      const kept = (await readdir(dataDir)).filter((name) => name !== 'postgres' && name !== 'outbox')
      const folders = [temporary, ...kept.map((name) => join(dataDir, name))]
      return (await Promise.all(folders.map(filesBelow))).flat()
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

async function filesBelow(place: string): Promise<string[]> {
  const found = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** The token is not known any more: a wrong password is refused with another word. */
export function isSignedOut(answer: Heard): boolean {
  return answer.status === 401 && jsonOf<{ code?: string }>(answer).code === 'not_signed_in'
}

export function jsonOf<T>({ bytes }: Heard): T {
  return JSON.parse(bytes.toString('utf8'))
}

/** Each call seems to come from another address, because one address may not ask without end. */
function askOver(agent: Agent, port: number, method: string, path: string, question: Question) {
  const { token, headers, body } = question
  const started = performance.now()
  return new Promise<Heard>((resolve, reject) => {
    const call = request({ agent, port, method, path, host: '127.0.0.1', timeout: 60_000 }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          method,
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: Buffer.concat(pieces),
          ms: performance.now() - started,
        }),
      )
    })
    call.once('error', (error) =>
      reject(Object.assign(error, { line: call.reusedSocket ? 'reused' : 'new' })),
    )
    call.once('timeout', () => call.destroy(new Error(`No answer to ${method} ${path} for a minute`)))
    call.setHeader('x-forwarded-for', ['10', ...randomBytes(3)].join('.'))
    if (token) call.setHeader('authorization', `Bearer ${token}`)
    if (body !== undefined) call.setHeader('content-length', Buffer.byteLength(body))
    for (const [name, value] of Object.entries(headers ?? {})) call.setHeader(name, value ?? '')
    call.end(body)
  })
}

export type Role = 'admin' | 'driver' | 'customer'

/**
 * Makes people who are signed in, past the shop's own doors: thousands are needed, and the password of each would cost more
 * work than all attacks on it.
 */
function openPeople(context: Context): (role: Role) => Promise<string> {
  const { db, clock, random } = context
  const hashed = hashPassword('kente cloth')
  return async (role) => {
    const person = { email: `${role}-${randomUUID()}@example.com`, passwordHash: await hashed }
    const userId = await insertAccount(context, db, { ...person, hasConfirmedEmail: true })
    if (userId === null) throw new Error(`${person.email} has an account already`)
    const roles = { isAdmin: role === 'admin', isDriver: role === 'driver' }
    await db.update(users).set(roles).where(eq(users.id, userId))
    const now = clock()
    const token = random.secret(32)
    await db.insert(sessions).values({
      id: random.uuid(),
      token: hashToken(token),
      userId,
      userAgent: 'an attack',
      // However long the attack takes, nothing hides behind the question for the password.
      passwordProvenAt: sessionEnd(now),
      expiresAt: sessionEnd(now),
      createdAt: now,
      updatedAt: now,
    })
    return token
  }
}
