import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import type { Context } from '../platform/context.ts'
import { channel } from '../platform/database/invalidation.ts'
import type { Mail } from '../platform/mailer.ts'
import type { Shop } from '../shop.ts'
import type { TestClock } from './clock-and-random.ts'
import type { OwnDatabase } from './test-postgres.ts'

/** Where mails and the lines of the log go: each test has its own lists. */
export type Told = { logTo?: { write(line: string): unknown }; sent: Mail[] }

export type EmptiableShop = {
  database: OwnDatabase
  connection: PoolConfig
  shop: Shop
  context: Context
  app: FastifyInstance
  clock: TestClock
  folder: string
  told: Told
  isUntouched(): boolean
  settled(): Promise<void>
  /** Closes it and removes all that it has. */
  end(): Promise<void>
}

/** Copying a database, connecting to it and building all routes costs more than most tests do afterwards. */
const waiting: { kind: string; shop: EmptiableShop; isUsual: boolean }[] = []

/** Each has a few connections, and a worker has only so many kinds in use at a time. */
const mostWaiting = 4

export async function keepForLater(kind: string, shop: EmptiableShop, isUsual: boolean): Promise<void> {
  if (!shop.isUntouched() || !shop.context.invalidation.isListening()) return await shop.end()
  waiting.push({ kind, shop, isUsual })
  if (waiting.length <= mostWaiting) return
  // The one that most tests want stays.
  const oldest = waiting.findIndex((each) => !each.isUsual)
  for (const { shop: left } of waiting.splice(Math.max(0, oldest), 1)) await left.end()
}

/** Without rows, files and anything remembered of them, as if it had been opened now. */
export async function takeEmptied(kind: string): Promise<EmptiableShop | null> {
  const found = waiting.findLast((each) => each.kind === kind)
  if (!found) return null
  waiting.splice(waiting.indexOf(found), 1)
  const { shop } = found
  try {
    await shop.shop.visits.flush()
    await shop.settled()
    shop.clock.restart()
    await emptyFolder(shop.folder)
    await emptyDatabase(shop)
    return shop
  } catch {
    await shop.end()
    return null
  }
}

/** Whoever connects to the database of a shop, or lets its server listen, may leave more behind than rows. */
export function watchForTouches(own: OwnDatabase, app: FastifyInstance) {
  let isTouched = false
  const touch = () => {
    isTouched = true
  }
  app.addHook('onListen', async () => touch())
  app.addHook('onClose', async () => touch())
  const database: OwnDatabase = {
    get connection() {
      touch()
      return own.connection
    },
    drop: own.drop,
  }
  return { database, isUntouched: () => !isTouched }
}

async function emptyFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) await rm(join(entry.parentPath, entry.name))
  }
}

const owners = new WeakMap<EmptiableShop, Promise<Client>>()

async function emptyDatabase(shop: EmptiableShop): Promise<void> {
  const { invalidation } = shop.context
  const heard = new Promise<void>((resolve) => {
    const stop = invalidation.subscribe((topic) => {
      if (topic !== 'everything') return
      stop()
      resolve()
    })
  })
  const owner = owners.get(shop) ?? connect(shop.connection)
  owners.set(shop, owner)
  await (await owner).query(`${emptying}; ${inject('firstRows')}; notify ${channel}, 'everything'`)
  await heard
}

async function connect(connection: PoolConfig): Promise<Client> {
  const client = new Client({ ...connection, application_name: 'tests', lock_timeout: 5_000 })
  // It stays open until the database is dropped.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * A table that has no rows yet has no bytes; one that had many is made small again, and so are the jobs: of those that are sent together,
 * the first one is taken first only while they lie in the order in which they were written.
 */
const emptying = `do $$
declare
  used record;
begin
  perform set_config('session_replication_role', 'replica', true);
  for used in
    select format('%I.%I', nspname, relname) as name, pg_relation_size(pg_class.oid) as size
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') and relname not in ('queue', 'version')
      and pg_relation_size(pg_class.oid) > 0
  loop
    if used.size > 100000 or used.name like 'pgboss.job%' then
      execute 'truncate ' || used.name || ' cascade';
    else
      execute 'delete from ' || used.name;
    end if;
  end loop;
  perform setval(seqrelid, seqstart, false) from pg_sequence join pg_class on pg_class.oid = seqrelid
    where relnamespace = 'public'::regnamespace;
end $$`
