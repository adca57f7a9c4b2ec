import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Half of a server test is waiting for PostgreSQL: one more worker than cores keeps both busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // No module of the house keeps anything for itself, so the files of a worker may share what they import.
          isolate: false,
          include: [
            '{rules,contract,app,scripts,sample-shop}/**/*.test.{ts,tsx}',
            'tests/architecture/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/test-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['server/testing/test-database.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['tests/fuzz/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
