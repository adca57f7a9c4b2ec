import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sayAsOwner, silentLog } from '#server/testing/database.ts'
import { createOwnDatabase, newDataDir } from '#server/testing/own-database.ts'
import type { OwnDatabase } from '#server/testing/test-postgres.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { asShop, asShopIfPossible } from './shop-role.ts'
import { sqlStateOf } from './sql-state.ts'

let own: OwnDatabase
let shop: OpenDatabase

beforeAll(async () => {
  own = await createOwnDatabase()
  shop = openDatabase(asShop(own.connection), silentLog)
})

afterAll(async () => {
  await shop.close()
  await own.drop()
})

const stateOf = (statement: string) => shop.db.execute(statement).then(() => 'done', sqlStateOf)

test.each([
  'drop table orders',
  'alter table orders drop column total',
  'alter table orders disable trigger all',
  'create table letters (text text)',
  'create index on orders (total)',
  'truncate order_lines',
  `set session_replication_role = replica`,
  `create role thief superuser`,
  `copy orders to program 'cat'`,
  `copy orders to '/orders.txt'`,
  `select pg_read_file('/etc/passwd')`,
  'alter system set fsync = off',
  'select * from drizzle.__drizzle_migrations',
  'create schema letters',
])('the shop at work has no right to %s', async (statement) => {
  expect(await stateOf(statement)).toBe('42501')
})

test('it has its role back after everything that was set is given up', async () => {
  const nameNow = async () =>
    (await shop.db.execute<{ name: string }>(sql`select current_user as name`)).rows[0]?.name
  const name = await nameNow()
  await shop.db.transaction(async (tx) => void (await tx.execute(sql`reset all`)))
  await shop.db.execute(sql`reset role`)
  expect(await nameNow()).toBe(name)
  expect(name).not.toBe(own.connection.user)
})

test('it may read and change the rows of each table, also of the job queue', async () => {
  const { rows } = await shop.db.execute<{ name: string; missing: boolean }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`)
  expect(rows).toEqual([])
})

test('a database that an earlier version made gets the role, and tables that come later belong to it as well', async () => {
  const older = await createOwnDatabase()
  onTestFinished(older.drop)
  const role = (await shop.db.execute<{ name: string }>(sql`select current_user as name`)).rows[0]?.name
  await sayAsOwner(older, `drop owned by ${role}`)
  await migrate(older.connection)
  await sayAsOwner(older, 'create table letters (id int generated always as identity, text text)')
  const after = openDatabase(asShop(older.connection), silentLog)
  onTestFinished(after.close)
  await after.db.execute(sql`insert into letters (text) values ('kept')`)
  expect((await after.db.execute(sql`select count(*)::int as orders from orders`)).rows).toEqual([
    { orders: 0 },
  ])
})

test('an owner who may not make roles has a shop all the same, and is told', { tags: 'faults' }, async () => {
  const lines: string[] = []
  const log = { ...silentLog, warn: (_: object, line: string) => void lines.push(line) }
  expect(await asShopIfPossible(own.connection, log)).toEqual(asShop(own.connection))
  expect(lines).toEqual([])

  const name = `humble_${own.connection.database}`
  await sayAsOwner(own, `create role ${name} login password 'humble'`)
  await sayAsOwner(own, `create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await sayAsOwner(own, `drop database ${name} with (force)`)
    await sayAsOwner(own, `drop role ${name}`)
  })
  const humble = { ...own.connection, database: name, user: name, password: 'humble' }
  await migrate(humble)
  expect(await asShopIfPossible(humble, log)).toEqual(humble)
  expect(lines).toEqual([expect.stringContaining('who may not make roles')])
})

test('on a server that knows no shop yet, a user who may make roles is enough', {
  tags: 'faults',
}, async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: newDataDir(), durable: false, log: silentLog })
  onTestFinished(postgres.stop)
  await sayAsOwner(postgres, `create role owner login createrole password 'owner'`)
  await sayAsOwner(postgres, 'create database shop owner owner')
  const owner = { ...postgres.connection, database: 'shop', user: 'owner', password: 'owner' }
  await migrate(owner)
  await migrate(owner)
  expect(await asShopIfPossible(owner, silentLog)).toEqual(asShop(owner))
  expect(await sayAsOwner({ connection: asShop(owner) }, 'select 1 from orders')).toEqual([])
})
