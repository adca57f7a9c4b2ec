import type { DatabaseLog } from '../database-log.ts'
import type { Programs } from './programs.ts'
import type { ServerUser } from './server-user.ts'

export type ClusterSetup = {
  clusterFolder: string
  programs: Programs
  user: ServerUser
  durable: boolean
  log: DatabaseLog
}

export const databaseUser = 'shop'

/** Nothing of the shop's own environment, secrets above all, is handed to PostgreSQL. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/**
 * Under root the folder is entered before root's rights are given up, and named from the inside: PostgreSQL's user
 * then need not be able to walk there through folders that are closed to others.
 */
export function folderArgument(user: ServerUser, folder: string): string {
  return user ? '/proc/self/cwd' : folder
}
