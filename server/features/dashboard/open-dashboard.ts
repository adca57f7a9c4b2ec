import type { Tools } from '../../platform/tools.ts'
import { countForOffice } from './office-counts.ts'
import { readDashboard } from './read-dashboard.ts'

export function openDashboard(tools: Tools) {
  return {
    read: () => readDashboard(tools),
    countForOffice: () => countForOffice(tools.db),
  }
}
