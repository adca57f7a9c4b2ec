import type { ClientBase, PoolConfig } from 'pg'
import type { DatabaseLog } from './database.ts'
import { withOwnConnection } from './database.ts'
import { sqlStateOf } from './sql-state.ts'

/** In whose name the shop answers people: it reads and writes rows, and nothing else. Tables belong to whoever migrates. */
export const shopRole = 'adom_shop_at_work'

/** What the role works with: the shop's own tables, and those of the job queue, which makes them itself. */
const schemas = ['public', 'pgboss']

export const notAllowed = '42501'
export const existsAlready = ['42710', '23505']
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
