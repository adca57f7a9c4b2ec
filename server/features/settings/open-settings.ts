import type { Context } from '#server/platform/context.ts'
import { type SettingsInput, saveSettings } from './save-settings.ts'
import { readKnownSettings, readSettings } from './settings.ts'

export function openSettings(context: Context) {
  return {
    read: () => readSettings(context.db),
    readKnown: () => readKnownSettings(context.db),
    save: (actorId: string, input: SettingsInput) => saveSettings(context, actorId, input),
    canPayOnline: context.config.payments.gateway !== 'none',
  }
}
