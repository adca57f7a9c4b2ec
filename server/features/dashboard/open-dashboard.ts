import type { Tools } from '#server/platform/tools.ts'
import { defineBooksJob } from './invariants.ts'
import { defineStrayFilesJob } from './kept-files.ts'
import { countForOffice } from './office-counts.ts'
import { readDashboard } from './read-dashboard.ts'
import { readFigures } from './shop-figures.ts'
import { defineUnusedPicturesJob } from './unused-pictures.ts'

export function openDashboard(tools: Tools) {
  defineBooksJob(tools)
  defineStrayFilesJob(tools)
  defineUnusedPicturesJob(tools)
  return {
    read: () => readDashboard(tools),
    countForOffice: () => countForOffice(tools.db),
    readFigures: () => readFigures(tools.db, tools.clock()),
  }
}
