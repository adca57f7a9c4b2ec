import type { ChangesFilter } from '#contract/changes.ts'
import type { Tools } from '#server/platform/tools.ts'
import { listChangers, listChanges } from './list-changes.ts'

export function openChanges({ db }: Tools) {
  return {
    list: (filter: ChangesFilter) => listChanges(db, filter),
    listPeople: () => listChangers(db),
  }
}
