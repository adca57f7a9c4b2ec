import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { withOwnConnection } from '../platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { silentLog } from './database.ts'

/** A second PostgreSQL that streams from the one in `primaryDir` and replays what that one commits. */
export async function startReplica(
  { connection }: { connection: PoolConfig },
  primaryDir: string,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  await withOwnConnection(connection, 'base backup', async (client) => {
    await client.query("select pg_backup_start('replica', true)")
    cpSync(join(primaryDir, 'postgres'), cluster, { recursive: true })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(cluster, 'backup_label'), rows[0].labelfile)
  })
  chmodSync(cluster, 0o700)
  rmSync(join(cluster, 'postmaster.pid'))
  const { host, port, user, password } = connection
  const primary = `host=${host} port=${port} user=${user} password=${password}`
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  writeFileSync(join(cluster, 'standby.signal'), '')
  return await startEmbeddedPostgres({ dataDir, log: silentLog })
}
