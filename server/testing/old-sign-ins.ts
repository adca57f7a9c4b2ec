import { joinEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { sayAsOwner } from './database-owner.ts'
import { silentLog } from './silent-log.ts'

/** As if a person had signed in to this shop so long ago that it does not count any more. */
export async function letSignInsRunOut(dataDir: string, userId: string): Promise<void> {
  const postgres = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  await sayAsOwner(postgres, `update sessions set expires_at = now() where user_id = '${userId}'`)
  await postgres.stop()
}
