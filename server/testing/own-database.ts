import { inject } from 'vitest'
import { copyTemplate, type OwnDatabase } from './test-postgres.ts'

/** A migrated database without rows, for one test file or one test alone. */
export function createOwnDatabase(): Promise<OwnDatabase> {
  return copyTemplate(inject('testPostgres'))
}
