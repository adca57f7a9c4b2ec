import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import { setRoles } from '../features/accounts/change-roles.ts'
import { hashPassword, noteStrength } from '../features/accounts/passwords.ts'
import { findViewer, hashToken, startSession } from '../features/accounts/sessions.ts'
import { insertAccount } from '../features/accounts/sign-in-and-sign-up.ts'
import { sessions } from '../features/accounts/tables.ts'
import { hasAnyStaffRole, type Roles, type Viewer } from '../features/accounts/viewer.ts'
import { readAssets } from '../http/assets.ts'
import { buildHttpServer } from '../http/http-server.ts'
import { neverTooBusy, type ServerLimits } from '../http/limits.ts'
import { loadBuiltPages } from '../http/pages.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { Mail } from '../platform/mailer.ts'
import { openShop, type Shop } from '../shop.ts'
import { openTestClock, type TestClock } from './clock-and-random.ts'
import { type EmptiableShop, keepForLater, type Told, takeEmptied, watchForTouches } from './emptied-shops.ts'
import { createOwnDatabase } from './own-database.ts'
import { openTestContext } from './test-context.ts'
import type { OwnDatabase } from './test-postgres.ts'

export type TestShop = {
  database: OwnDatabase
  shop: Shop
  context: Context
  app: FastifyInstance
  clock: TestClock
  ask<Body = unknown>(method: Method, url: string, question?: Question): Promise<Answer<Body>>
  /** The same person each time, in a new session. */
  signedInAs(person: Person): Promise<SignedIn>
  /** All mails so far, after the waiting jobs have run. */
  mails(): Promise<Mail[]>
  close(): Promise<void>
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Question = { token?: string; body?: object; headers?: Record<string, string>; address?: string }

export type Answer<Body> = {
  status: number
  /** The test says what it expects; nothing checks it before. */
  body: Body
  headers: Record<string, string | number | string[] | undefined>
}

/** All of them have an e-mail. */
export type SignedIn = { token: string; viewer: Viewer & { email: string } }

const people = {
  customer: {},
  'other customer': {},
  driver: { isDriver: true },
  'other driver': { isDriver: true },
  helper: { isHelper: true },
  manager: { isManager: true },
  admin: { isAdmin: true },
}

export type Person = keyof typeof people

export type TestShopSetup = {
  /** With the built pages, as customers get them. */
  withPages?: boolean
  /** As in the environment of a real shop. */
  settings?: Record<string, string>
  limits?: Partial<ServerLimits>
  /** Gets every line of the log, as a real shop writes it. */
  logTo?: { write(line: string): unknown }
  /** For a receiver of this test, which is on this machine. */
  callsLoopback?: boolean
  /** Another shop whose database this one shares, as a second process would. */
  beside?: TestShop
  /** A database that outlives this shop, and a clock that goes on: for a shop that is closed and opened again. */
  database?: OwnDatabase
  /** A replica of that database, where lists and figures are read. */
  replica?: { connection: PoolConfig; patienceMs: number }
  clock?: TestClock
}

/** Where a test means a limit in time, it sets its own. */
const patient = { headersMs: 60_000, requestMs: 60_000, answerMs: 60_000, staleAfterMs: 60_000 }

let loaded: ReturnType<typeof loadBuiltPages> | undefined
let assets: ReturnType<typeof readAssets> | undefined

/** Each page asks for them, and an import that Node answers from memory costs Vitest a reading of the whole file. */
function loadPages(): ReturnType<typeof loadBuiltPages> {
  loaded ??= loadBuiltPages()
  return loaded
}

/** Hundreds of files, which are the same for each shop. */
function readAssetsOnce(): ReturnType<typeof readAssets> {
  assets ??= readAssets('build/client')
  return assets
}

const builtPages = { load: loadPages, readAssets: readAssetsOnce }

/**
 * A whole shop on its own empty database, with a clock that stands still and jobs that run when asked. Where a test has not gone
 * behind its back, a closed shop is emptied and opened again for the next test that wants the same one.
 */
export async function openTestShop(setup: TestShopSetup = {}): Promise<TestShop> {
  const kind = kindOf(setup)
  const opened = (kind === null ? null : await takeEmptied(kind)) ?? (await open(setup))
  const { context, app, shop, clock, database, told } = opened
  const sent: Mail[] = []
  told.logTo = setup.logTo
  told.sent = sent
  const signIn = openSignIn(context)
  const working = openWorkingDays(context)

  return {
    database,
    shop,
    context,
    app,
    clock,
    async ask(method, url, question) {
      await working.goOn(question?.token)
      return await ask(app, method, url, question)
    },
    signedInAs: async (person) => working.begin(await signIn(person)),
    async mails() {
      await context.jobs.runDue()
      return sent
    },
    close: () => (kind === null ? opened.end() : keepForLater(kind, opened, kind === usualKind)),
  }
}

/** Shops of the same kind differ in nothing but their rows. Null: it is for this test alone. */
function kindOf({
  settings = {},
  logTo,
  callsLoopback,
  withPages,
  ...special
}: TestShopSetup): string | null {
  // Counted in the memory of the process.
  if (Object.values(special).some(Boolean) || settings.REQUESTS_PER_MINUTE !== undefined) return null
  return JSON.stringify([settings, logTo !== undefined, callsLoopback, withPages])
}

/** What most tests open. */
const usualKind = kindOf({})

async function open(setup: TestShopSetup): Promise<EmptiableShop> {
  const { withPages = false, settings = {}, limits, beside, logTo, callsLoopback, replica } = setup
  const folder = await mkdtemp(join(tmpdir(), 'adom-shop-'))
  const own = setup.database ?? beside?.database ?? (await createOwnDatabase())
  const { connection } = own
  const clock = setup.clock ?? openTestClock()
  const told: Told = { sent: [] }
  const { context, settled, close } = await openTestContext({
    ...{ connection, replica, folder, settings, clock, callsLoopback },
    send: (mail) => told.sent.push(mail),
    logTo: logTo && { write: (line) => told.logTo?.write(line) },
  })
  const shop = openShop(context)
  await context.jobs.start({ work: false })
  const pages = withPages ? builtPages : undefined
  const app = await buildHttpServer({
    shop,
    context,
    pages,
    limits: { ...neverTooBusy, ...patient, ...limits },
  })
  const { database, isUntouched } = watchForTouches(own, app)
  await app.ready()
  return {
    ...{ database, shop, context, app, clock, told, folder, connection, isUntouched, settled },
    async end() {
      await app.close()
      await close()
      if (!beside && !setup.database) await own.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ask<Body>(
  app: FastifyInstance,
  method: Method,
  url: string,
  { token, body, headers, address }: Question = {},
): Promise<Answer<Body>> {
  const answer = await app.inject({
    method,
    url,
    payload: body,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    remoteAddress: address,
  })
  const isJson = answer.body !== '' && String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    body: (isJson ? answer.json() : answer.body) as Body,
    headers: answer.headers,
  }
}

/**
 * A session of the staff ends after half a day without use, and what is worth more than a click asks for the password again
 * after ten minutes. Whoever a test has signed in works on and types it while the clock goes forward by days, so that only tests
 * about these two have to think of them.
 */
function openWorkingDays({ db, clock }: Context) {
  const lastUsed = new Map<string, number>()
  const lastTyped = new Map<string, number>()
  const minute = 60 * 1000
  const longBreak = 11 * 60 * minute
  return {
    begin(signedIn: SignedIn): SignedIn {
      lastUsed.set(signedIn.token, clock().getTime())
      lastTyped.set(signedIn.token, clock().getTime())
      return signedIn
    },
    async goOn(token = ''): Promise<void> {
      const now = clock()
      const last = lastUsed.get(token)
      const isTheirs = eq(sessions.token, hashToken(token))
      const typed = lastTyped.get(token)
      if (typed !== undefined && now.getTime() - typed > 9 * minute) {
        lastTyped.set(token, now.getTime())
        await db.update(sessions).set({ passwordProvenAt: now }).where(isTheirs)
      }
      if (last === undefined || now.getTime() - last < longBreak) return
      lastUsed.set(token, now.getTime())
      await db.update(sessions).set({ updatedAt: now }).where(isTheirs)
    },
  }
}

/** Without the form and its limits, which have tests of their own; the password is good there, too. */
function openSignIn(context: Context): (person: Person) => Promise<SignedIn> {
  const created = new Map<Person, Promise<string>>()
  return async (person) => {
    const id = created.get(person) ?? createPerson(context, person)
    created.set(person, id)
    const token = await startSession(context, await id, 'a test')
    const viewer = await findViewer(context, token)
    if (!viewer?.email) throw new Error(`The ${person} could not sign in`)
    return { token, viewer: { ...viewer, email: viewer.email } }
  }
}

/** A password is slow to hash by intent; that of each person is hashed once for all shops. */
const hashes = new Map<Person, Promise<string>>()

async function createPerson(context: Context, person: Person): Promise<string> {
  const email = `${person.replace(' ', '.')}@example.com`
  const hash = hashes.get(person) ?? hashPassword(`the ${person}’s password`)
  hashes.set(person, hash)
  const account = { email, passwordHash: await hash, hasConfirmedEmail: true }
  return await inTransaction(context.db, async (db) => {
    const id = await insertAccount(context, db, account)
    if (id === null) throw new Error(`The ${person} has an account already`)
    await noteStrength(db, id, `the ${person}’s password`)
    const roles: Partial<Roles> = people[person]
    if (hasAnyStaffRole(roles)) await setRoles({ ...context, db }, null, id, roles)
    return id
  })
}

type World = Pick<TestShop, 'ask' | 'clock' | 'shop' | 'signedInAs'>

const password = 'kente cloth shawl'

/** Tokens of admins that were good once, or look as if they were; each stands for nobody. */
export async function worthlessTokens(world: World): Promise<Record<string, string>> {
  const { ask, clock, shop, signedInAs } = world
  const { token: expired } = await signedInAs('admin')
  clock.forward({ days: 400 })
  const { token: signedOut } = await signedInAs('admin')
  await ask('POST', '/api/auth/signout', { token: signedOut })
  const { token: good } = await signedInAs('admin')
  const leaver = { email: 'leaver@example.com', password }
  await shop.accounts.createAccount({ ...leaver, isAdmin: true })
  const { token: deleted, viewer } = await shop.accounts.signIn(leaver, { address: 'x', userAgent: 'a test' })
  // Whoever has a role gives it back before they leave.
  const body = { is_admin: false, is_manager: false, is_helper: false, is_driver: false }
  await ask('PUT', `/api/team/${viewer.id}`, { token: good, body })
  const left = await ask('POST', '/api/account/delete', { token: deleted, body: { password } })
  if (left.status >= 300) throw new Error(`The account was not deleted: ${left.status}`)
  const tampered = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`
  return { expired, signedOut, deleted, tampered }
}

/** The token of somebody who had a role a moment ago. */
export async function demotedToken({ ask, shop, signedInAs }: World, role: keyof Roles) {
  const login = { email: `${role.toLowerCase()}@example.com`, password }
  await shop.accounts.createAccount({ ...login, [role]: true })
  const { token, viewer } = await shop.accounts.signIn(login, { address: role, userAgent: 'a test' })
  const { token: bossToken } = await signedInAs('admin')
  const body = { is_admin: false, is_manager: false, is_helper: false, is_driver: false }
  const { status } = await ask('PUT', `/api/team/${viewer.id}`, { token: bossToken, body })
  if (!viewer[role] || status !== 200) throw new Error(`The ${role} was not demoted`)
  return token
}
