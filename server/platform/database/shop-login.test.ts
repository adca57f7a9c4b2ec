import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { sayAsOwner, silentLog } from '#server/testing/database.ts'
import { createOwnDatabase, newDataDir } from '#server/testing/own-database.ts'
import { databaseAddress } from '#server/testing/test-postgres.ts'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { findShopLogin } from './shop-role.ts'
import { sqlStateOf } from './sql-state.ts'

async function ownDatabase() {
  const own = await createOwnDatabase()
  onTestFinished(own.drop)
  return own
}

test('the shop at work logs in by itself, reads and writes rows, and has no way to the owner', async () => {
  const own = await ownDatabase()
  const login = await findShopLogin(own.connection)
  const shop = openDatabase(login ?? {}, silentLog)
  onTestFinished(async () => {
    await shop.close()
    await sayAsOwner(own, `drop role ${login?.user}`)
  })
  await shop.db.execute(
    sql`insert into rate_limits (name, key, taken, strikes, ends_at) values ('probe', 'probe', 1, 0, now())`,
  )
  const { rows } = await shop.db.execute(sql`delete from rate_limits returning session_user as name, taken`)
  expect(rows).toEqual([{ name: login?.user, taken: 1 }])
  const stateOf = (statement: string) => shop.db.execute(statement).then(() => 'done', sqlStateOf)
  for (const forbidden of [
    'drop table orders',
    'truncate order_lines',
    `set role ${own.connection.user}`,
    `set session authorization ${own.connection.user}`,
    'create role thief superuser',
    `select pg_read_file('/etc/passwd')`,
  ]) {
    expect([forbidden, await stateOf(forbidden)]).toEqual([forbidden, '42501'])
  }
  // Unlike a role that was only taken, this one cannot be laid down.
  await shop.db.execute(sql`set role none`)
  await shop.db.execute(sql`reset all`)
  expect(await stateOf('drop table orders')).toBe('42501')
})

test('every process finds the same login, by an address or by its parts', async () => {
  const own = await ownDatabase()
  const first = await findShopLogin(own.connection)
  onTestFinished(async () => void (await sayAsOwner(own, `drop role ${first?.user}`)))
  const both = await Promise.all([findShopLogin(own.connection), findShopLogin(own.connection)])
  expect(both).toEqual([first, first])
  const byAddress = await findShopLogin({ connectionString: databaseAddress(own.connection) })
  expect(byAddress).toEqual({ connectionString: databaseAddress(first ?? {}) })
})

test('an owner who may make roles is enough, with a new password as well; without one there is no second login', {
  tags: 'faults',
}, async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: newDataDir(), durable: false, log: silentLog })
  onTestFinished(postgres.stop)
  await sayAsOwner(postgres, `create role owner login createrole password 'owner'`)
  await sayAsOwner(postgres, `create role humble login password 'humble'`)
  for (const name of ['owner', 'humble']) await sayAsOwner(postgres, `create database ${name} owner ${name}`)
  const as = (name: string) => ({ ...postgres.connection, database: name, user: name, password: name })
  await migrate(as('owner'))
  const login = await findShopLogin(as('owner'))
  expect(await sayAsOwner({ connection: login ?? {} }, 'select 1 from orders')).toEqual([])
  // A new password of the owner is a new one of the login, too.
  await sayAsOwner(postgres, `alter role owner password 'another'`)
  const later = await findShopLogin({ ...as('owner'), password: 'another' })
  expect([later?.user, later?.password === login?.password]).toEqual([login?.user, false])
  expect(await sayAsOwner({ connection: later ?? {} }, 'select 1 from orders')).toEqual([])

  await migrate(as('humble'))
  expect(await findShopLogin(as('humble'))).toBe(null)
  expect(await findShopLogin({ ...as('owner'), password: '' })).toBe(null)
  expect(await findShopLogin({ connectionString: 'postgres://owner@localhost/owner' })).toBe(null)
})
