import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

/** A process of its own that opens the embedded database of a data folder, for tests that kill it. */
const toErrors = (facts: object, message: string) =>
  void process.stderr.write(`${message} ${JSON.stringify(facts)}\n`)
const log = { info: toErrors, warn: toErrors, error: toErrors }

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
process.stdout.write(`${JSON.stringify(postgres.connection)}\n`)
process.stdin.resume().once('end', () => postgres.stop())
