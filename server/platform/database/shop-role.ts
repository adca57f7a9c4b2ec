import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { ClientBase, PoolConfig } from 'pg'
import { sha256 } from '../hash.ts'
import { type DatabaseLog, withOwnConnection } from './database.ts'
import { sqlStateOf } from './sql-state.ts'

/** In whose name the shop answers people: it reads and writes rows, and nothing else. Tables belong to whoever migrates. */
const shopRole = 'adom_shop_at_work'

/** What the role works with: the shop's own tables, and those of the job queue, which makes them itself. */
const schemas = ['public', 'pgboss']

const notAllowed = '42501'
const existsAlready = ['42710', '23505']
/** The role is not there, may not be taken, or somebody between does not hand on what is set at the start. */
const noSuchRole = ['22023', notAllowed, '08P01']

/** A connection that takes the role before its first statement; giving up what was set leads back to the role as well. */
export function asShop(connection: PoolConfig): PoolConfig {
  return { ...connection, options: `-c role=${shopRole}` }
}

/** The owner's connection in the role, where that works. An owner who may not make roles has a shop all the same, and a line in the log. */
export async function asShopIfPossible(connection: PoolConfig, log: DatabaseLog): Promise<PoolConfig> {
  const shop = asShop(connection)
  if (await takesRole(shop)) return shop
  log.warn({ role: shopRole }, 'The shop works with all rights of the database user, who may not make roles')
  return connection
}

async function takesRole(shop: PoolConfig): Promise<boolean> {
  try {
    const { rows } = await withOwnConnection(shop, 'rights', (client) =>
      client.query<{ name: string }>('select current_user as name'),
    )
    return rows[0]?.name === shopRole
  } catch (error) {
    if (noSuchRole.includes(sqlStateOf(error) ?? '')) return false
    throw error
  }
}

/** Makes the role and gives it its rights, also in tables that are yet to be made. Does nothing where nothing is missing. */
export async function prepareShopRole(client: ClientBase): Promise<void> {
  try {
    await makeRole(client)
  } catch (error) {
    if (sqlStateOf(error) === notAllowed) return
    throw error
  }
  for (const schema of schemas) {
    await client.query(`create schema if not exists ${schema}`)
    if (!(await hasRights(client, schema))) await giveRights(client, schema)
  }
}

/** Roles belong to the whole server, so a shop on a neighbouring database may make it at the same moment. */
async function makeRole(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [shopRole])
  if (rowCount === 0) {
    await client.query(`create role ${shopRole}`).catch((error: unknown) => {
      if (!existsAlready.includes(sqlStateOf(error) ?? '')) throw error
    })
  }
  const { rows } = await client.query<{ may: boolean }>(`select pg_has_role($1, 'set') as may`, [shopRole])
  if (!rows[0]?.may) await client.query(`grant ${shopRole} to current_user`)
}

async function hasRights(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select exists (
        select from pg_default_acl where defaclnamespace = to_regnamespace($2)::oid and defaclrole = to_regrole(current_user::text)::oid
      ) and not exists (
        select from pg_class where relnamespace = to_regnamespace($2)::oid and relkind in ('r', 'p')
          and not has_table_privilege($1, oid, 'delete')
      ) as has`,
    [shopRole, schema],
  )
  return rows[0]?.has === true
}

async function giveRights(client: ClientBase, schema: string): Promise<void> {
  await client.query(`
    begin;
    grant usage on schema ${schema} to ${shopRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${shopRole};
    grant usage on all sequences in schema ${schema} to ${shopRole};
    alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${shopRole};
    alter default privileges in schema ${schema} grant usage on sequences to ${shopRole};
    commit`)
}

/** Any number that nobody else uses: two processes that start at once make the login one after the other. */
const loginLock = 20_261_116

/**
 * A login of its own for the shop at work, with the rights of its role and no way to become the owner. Its password follows
 * from the owner's, so that every process knows it and nobody has to store or change a second one. Null where it cannot be:
 * an owner without a password, or who may not make roles, or a proxy between that knows the owner only.
 */
export async function findShopLogin(owner: PoolConfig): Promise<PoolConfig | null> {
  const secret = passwordOf(owner)
  if (secret === null) return null
  return await withOwnConnection(owner, 'rights', async (client) => {
    const name = await nameOfLogin(client)
    const password = createHmac('sha256', secret).update(name).digest('base64url')
    const shop = withLogin(owner, name, password)
    if (await logsIn(shop, name)) return shop
    return (await makeLogin(client, name, password)) && (await logsIn(shop, name)) ? shop : null
  })
}

/** Logins belong to the whole server: shops on neighbouring databases each have their own. */
async function nameOfLogin(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    `select current_database() || '/' || current_user as place`,
  )
  return `adom_shop_login_${sha256(rows[0]?.place ?? '', 'hex').slice(0, 12)}`
}

async function makeLogin(client: ClientBase, name: string, password: string): Promise<boolean> {
  try {
    await client.query('select pg_advisory_lock($1)', [loginLock])
    await client.query(`create role ${name}`).catch((error: unknown) => {
      if (!existsAlready.includes(sqlStateOf(error) ?? '')) throw error
    })
    await client.query(`alter role ${name} login password '${verifierOf(password)}'`)
    // The first gives the rights; the second lets the owner see who is connected before tables are changed.
    await client.query(`grant ${shopRole} to ${name}; grant ${name} to current_user`)
    return true
  } catch (error) {
    if (sqlStateOf(error) === notAllowed) return false
    throw error
  }
}

/** Whatever the reason is that it does not work, the shop has another way in. */
async function logsIn(shop: PoolConfig, name: string): Promise<boolean> {
  try {
    const { rows } = await withOwnConnection(shop, 'rights', (client) =>
      client.query<{ fits: boolean }>(
        `select current_user = $1 and pg_has_role(current_user, $2, 'usage') as fits`,
        [name, shopRole],
      ),
    )
    return rows[0]?.fits === true
  } catch {
    return false
  }
}

/** What PostgreSQL stores of a password (SCRAM-SHA-256): the password itself is in no statement and no log of the server. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4_096, 32, 'sha256')
  const keyFor = (purpose: string) => createHmac('sha256', salted).update(purpose).digest()
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyFor('Server Key').toString('base64')}`
}

const nameAndPassword = /^(postgres(?:ql)?:\/\/)[^@/?#:]*:([^@/?#]+)@/

function passwordOf({ connectionString, password }: PoolConfig): string | null {
  if (connectionString !== undefined) {
    const written = nameAndPassword.exec(connectionString)?.[2]
    return written === undefined ? null : decodeURIComponent(written)
  }
  return typeof password === 'string' && password !== '' ? password : null
}

function withLogin(owner: PoolConfig, user: string, password: string): PoolConfig {
  const { connectionString } = owner
  if (connectionString === undefined) return { ...owner, user, password }
  return { ...owner, connectionString: connectionString.replace(nameAndPassword, `$1${user}:${password}@`) }
}

/** The same way in at another server that knows the same logins, as a replica does. */
export function likewise(atWork: PoolConfig, { connectionString = '', ...other }: PoolConfig): PoolConfig {
  const login = nameAndPassword.exec(atWork.connectionString ?? '')?.[0]
  return {
    ...other,
    connectionString: login ? connectionString.replace(nameAndPassword, () => login) : connectionString,
    options: atWork.options,
  }
}
