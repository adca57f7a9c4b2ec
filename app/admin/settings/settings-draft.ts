import { type SettingsForm, settingNames } from '#rules/settings-fields.ts'
import { changedSettings, pick } from './settings-values.ts'

/** What was changed but not saved, and over which version: a colleague's change meanwhile is then still noticed. */
export type SettingsDraft = { version: number; changed: Partial<SettingsForm> }

/** Null when there is nothing to lose. */
export function draftOf(form: SettingsForm, saved: SettingsForm, version: number): SettingsDraft | null {
  const changed = changedSettings(form, saved)
  return changed.length === 0 ? null : { version, changed: pick(form, changed) }
}

/** What the shop knows now, with what was typed over it. */
export function restoreDraft({ changed }: SettingsDraft, known: SettingsForm): SettingsForm {
  const form = { ...known, ...changed }
  return {
    ...form,
    low_stock_level: numberOf(form.low_stock_level),
    delivery_fees: form.delivery_fees.map((row) => ({ ...row, fee: numberOf(row.fee) })),
  }
}

/** What is no number comes back from the browser's storage as nothing at all. */
function numberOf(kept: number | null): number {
  return kept ?? Number.NaN
}

/** A draft comes back from the browser's storage, where anything may have happened to it. */
export function isSettingsDraft(kept: unknown): kept is SettingsDraft {
  if (!isRecord(kept) || !Number.isInteger(kept.version) || !isRecord(kept.changed)) return false
  return Object.entries(kept.changed).every(([name, value]) => isSetting(name, value))
}

const shapes = {
  shop_name: isText,
  chat_number: isText,
  contact: (value) => isRecord(value) && Object.values(value).every(isText),
  social: (value) => isRecord(value) && Object.values(value).every(isText),
  sale_banner: (value) => isRecord(value) && isText(value.title) && isText(value.ends_at),
  delivery_fees: (value) => Array.isArray(value) && value.length > 0 && value.every(isFeeRow),
  payment_methods: isRecord,
  low_stock_level: isNumber,
} satisfies Record<keyof SettingsForm, (value: unknown) => boolean>

function isSetting(name: string, value: unknown): boolean {
  return settingNames.some((known) => known === name && shapes[known](value))
}

function isFeeRow(row: unknown): boolean {
  return isRecord(row) && Array.isArray(row.cities) && row.cities.every(isText) && isNumber(row.fee)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value === null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
