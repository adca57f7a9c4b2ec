import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

function noteIn(dataDir: string): string {
  return join(dataDir, 'database-moved.txt')
}

/** From now on the embedded database is the past. The note says where the shop went, without the password. */
export function noteThatMoved(dataDir: string, url: string, today: Date): void {
  const { host, pathname } = new URL(url)
  const words = `The database of this shop was moved to ${host}${pathname} on ${today.toISOString().slice(0, 10)}.`
  writeFileSync(noteIn(dataDir), `${words}\n`, { flush: true })
}

/** A shop that opened here again would take orders that nobody finds in the other database. */
export function assertNotMoved(dataDir: string): void {
  const note = noteIn(dataDir)
  if (!existsSync(note)) return
  throw new Error(
    `${readFileSync(note, 'utf8').trim()} Set DATABASE_URL to go on there. To go back to the old database as it was that day, delete ${note}.`,
  )
}
