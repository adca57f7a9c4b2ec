import { joinEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { sayAsOwner } from '../../server/testing/database-owner.ts'
import { silentLog } from '../../server/testing/silent-log.ts'

/** As if a person had signed in so long ago that it does not count any more. */
export async function letSignInsRunOut(userId: string): Promise<void> {
  const postgres = await joinEmbeddedPostgres({ dataDir: process.env.SHOP_DATA_DIR ?? '', log: silentLog })
  await sayAsOwner(postgres, `update sessions set expires_at = now() where user_id = '${userId}'`)
  await postgres.stop()
}
