import type { ChangesFilter } from '#contract/changes.ts'
import type { Context } from '#server/platform/context.ts'
import { listChangers, listChanges } from './list-changes.ts'

export function openChanges({ db }: Context) {
  return {
    list: (filter: ChangesFilter) => listChanges(db, filter),
    listPeople: () => listChangers(db),
  }
}
