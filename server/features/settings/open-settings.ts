import type { Tools } from '#server/platform/tools.ts'
import { type SettingsWish, saveSettings } from './save-settings.ts'
import { readKnownSettings, readSettings } from './settings.ts'

export function openSettings(tools: Tools) {
  return {
    read: () => readSettings(tools.db),
    readKnown: () => readKnownSettings(tools.db),
    save: (actorId: string, wish: SettingsWish) => saveSettings(tools, actorId, wish),
    canPayOnline: tools.config.payments.gateway !== 'none',
  }
}
