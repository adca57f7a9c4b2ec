import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type AuditedThing, findLastChange } from '../audit/record-change.ts'
import { findTeamPerson } from './team.ts'

type Versions = {
  thing: AuditedThing
  thingId: number
  /** When the form was opened, it was last changed at this moment. Whoever does not say overwrites knowingly. */
  expected: Date | undefined
  current: Date
}

/** Nobody overwrites what they have not seen. Says who changed it and when, so that two people can talk. */
export async function refuseIfChanged(db: Database, versions: Versions): Promise<void> {
  if (isSeen(versions)) return
  const by = await whoChanged(db, versions)
  throw new Refusal('conflict', {
    ...(by && { text: `${by} changed this meanwhile. Please reload and try again.` }),
    details: { changed_by: by, changed_at: versions.current.toISOString() },
  })
}

export function isSeen({ expected, current }: Pick<Versions, 'expected' | 'current'>): boolean {
  return expected === undefined || expected.getTime() === current.getTime()
}

export async function whoChanged(
  db: Database,
  { thing, thingId }: Pick<Versions, 'thing' | 'thingId'>,
): Promise<string | null> {
  const last = await findLastChange(db, thing, thingId)
  const person = last?.actorId ? await findTeamPerson(db, last.actorId) : null
  return person?.name ?? null
}

/** Always later than the last one, also when two people save within one tick of the clock. */
export function nextVersion(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1))
}
