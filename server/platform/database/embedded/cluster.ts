import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeCluster } from './make-cluster.ts'
import type { ClusterSetup } from './program-call.ts'
import { giveTreeTo } from './server-user.ts'

/** Makes the database's folder if there is none, and says the password of its only user. */
export async function prepareCluster(setup: ClusterSetup): Promise<string> {
  const { clusterFolder, user, log } = setup
  if (!existsSync(join(clusterFolder, 'PG_VERSION'))) {
    log.info({ clusterFolder }, 'Making a new database')
    await makeCluster(setup)
  } else if (user && statSync(clusterFolder).uid === 0) {
    log.warn(
      { clusterFolder, uid: user.uid },
      "The database belongs to root; giving it to PostgreSQL's own user",
    )
    giveTreeTo(user, clusterFolder)
  }
  return readPassword(clusterFolder)
}

export function readPassword(clusterFolder: string): string {
  return readFileSync(join(clusterFolder, 'shop.password'), 'utf8')
}
