import type { ChangesFilter } from '../../../contract/changes.ts'
import type { Tools } from '../../platform/tools.ts'
import { listChangers, listChanges } from './list-changes.ts'

export function openChanges({ db }: Tools) {
  return {
    list: (filter: ChangesFilter) => listChanges(db, filter),
    listPeople: () => listChangers(db),
  }
}
