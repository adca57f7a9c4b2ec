import type { Topic } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Whose records are meant. */
export type Person = {
  id: string
  /** Null until the mailbox has answered: an address that was only typed in proves nothing. */
  provenEmail: string | null
}

/** What one room keeps about people: how it hands it out, and how it forgets. */
export type PersonalRecords = {
  /** The heading in the file that a person downloads. */
  name: string
  /** Pages that show something of it. */
  shownOn?: readonly Topic[]
  list(db: Database, person: Person): Promise<unknown>
  /** Runs in the transaction that deletes the account, and may refuse it. */
  forget(db: Database, person: Person): Promise<void>
}
