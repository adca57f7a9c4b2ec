import type { Context } from '#server/platform/context.ts'
import { defineBooksJob } from './invariants.ts'
import { defineStrayFilesJob } from './kept-files.ts'
import { countForOffice } from './office-counts.ts'
import { readDashboard } from './read-dashboard.ts'
import { readFigures } from './shop-figures.ts'
import { defineUnusedPicturesJob } from './unused-pictures.ts'

export function openDashboard(context: Context) {
  defineBooksJob(context)
  defineStrayFilesJob(context)
  defineUnusedPicturesJob(context)
  return {
    read: () => readDashboard(context),
    countForOffice: () => countForOffice(context.db),
    readFigures: () => readFigures(context.db, context.clock()),
  }
}
