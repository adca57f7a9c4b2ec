import type { PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: PoolConfig
  }
}

/** Vitest calls this once before all test files, and what it gives back after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('testPostgres', postgres.connection)
  return postgres.stop
}
