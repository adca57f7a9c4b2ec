import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTestsInMemory } from './scripts/test-folder.ts'
import { testSeed } from './server/testing/clock-and-random.ts'

keepTestsInMemory()

console.log(`TEST_SEED=${testSeed}`)

/** Small enough for every run of the tests; the others take minutes and prove in large what the server's tests prove in small. */
const quickFaults = 'tests/faults/{planted,clock-jumps,crowds}.test.ts'

/** Passwords are slow to hash by intent, and the shops of the tests hash thousands; one file has them hashed as a real shop does. */
const realHashes = 'server/features/accounts/passwords.test.ts'
const quickHashes = { '@node-rs/argon2': resolve('server/testing/quick-argon2.ts') }

/** How long what never comes is waited for. No test passes or fails by how busy the machine is, so it is plenty. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // Half of a server test is waiting for PostgreSQL: one more worker than cores keeps both busy.
    maxWorkers: 3,
    tags: [{ name: 'faults', description: 'Left by `npm test` to `npm run faults -- server`' }],
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          // No module holds state of its own, so the files of a worker may share what they import.
          isolate: false,
          setupFiles: ['server/testing/property-tests.ts'],
          provide: { propertyCases: 30 },
          include: [
            '{rules,contract,app,scripts,sample-shop}/**/*.test.{ts,tsx}',
            'tests/architecture/*.test.ts',
            realHashes,
          ],
        },
      },
      {
        test: {
          name: 'server',
          ...patience,
          isolate: false,
          // A project of its own would start another PostgreSQL and read the whole server again.
          include: ['server/**/*.test.ts', quickFaults, 'tests/fuzz/**/*.test.ts'],
          exclude: [realHashes],
          alias: quickHashes,
          // Built already: there is nothing to transform.
          server: { deps: { external: [/\/build\/server\//] } },
          setupFiles: ['server/testing/property-tests.ts'],
          // Each case is a small shop day in the database; `npm run explore` tries hundreds.
          provide: { propertyCases: 2 },
          globalSetup: ['server/testing/test-postgres.ts', 'scripts/tools/install-for-tests.mjs'],
        },
      },
      {
        test: {
          // By `npm run faults` alone.
          name: 'long-faults',
          ...patience,
          alias: quickHashes,
          include: ['tests/faults/*.test.ts'],
          exclude: [quickFaults],
          globalSetup: ['server/testing/test-postgres.ts'],
        },
      },
    ],
  },
})
