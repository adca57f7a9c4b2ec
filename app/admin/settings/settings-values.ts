import {
  isFlag,
  isNumber,
  isText,
  listOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  type Shape,
  shapeOf,
} from '#app/session/draft-shape.ts'
import { type RowDaysForm, readSlots } from '#rules/delivery-days.ts'
import { readRegion, regions } from '#rules/delivery-fee.ts'
import { mostSpecificFirst } from '#rules/fee-table.ts'
import { fromCedis } from '#rules/money.ts'
import { readRate } from '#rules/receipts.ts'
import {
  type FeeRowForm,
  readChatNumber,
  type SettingName,
  type SettingsForm,
  settingNames,
  socialNetworks,
  type TaxRowForm,
} from '#rules/settings-fields.ts'

/** The values of the form. A field that the browser does not send, such as a disabled switch, stays as it was. */
export function readSettingsForm(values: FormData, before: SettingsForm): SettingsForm {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const chat = text('chat_number')
  return {
    shop_name: text('shop_name'),
    chat_number: readChatNumber(chat) ?? chat,
    contact: {
      phone: text('contact.phone'),
      email: text('contact.email'),
      address: text('contact.address'),
      hours: text('contact.hours'),
    },
    social: {
      instagram: text('social.instagram'),
      facebook: text('social.facebook'),
      tiktok: text('social.tiktok'),
      x: text('social.x'),
      youtube: text('social.youtube'),
    },
    sale_banner: {
      is_on: values.has('sale_banner.is_on'),
      title: text('sale_banner.title'),
      ends_at: readDateTime(text('sale_banner.ends_at'), before.sale_banner.ends_at),
    },
    delivery_fees: readFeeRows(values),
    delivery_days: values.has('delivery_days'),
    pickup: {
      is_on: values.has('pickup.is_on'),
      address: text('pickup.address'),
      hours: text('pickup.hours'),
    },
    payment_methods: values.has('no-payment-settings')
      ? before.payment_methods
      : {
          whatsapp: values.has('payment_methods.whatsapp'),
          mtn_momo: values.has('no-gateway')
            ? before.payment_methods.mtn_momo
            : values.has('payment_methods.mtn_momo'),
        },
    order_limits: {
      most_pieces: readWhole(text('order_limits.most_pieces') || '0'),
      release_after_hours: readWhole(text('order_limits.release_after_hours') || '0'),
    },
    low_stock_level: readWhole(text('low_stock_level')),
    reviews_at_once: values.has('reviews_at_once'),
    measuring: { meta_pixel: text('measuring.meta_pixel'), google_tag: text('measuring.google_tag') },
    // These have a page of their own.
    news: before.news,
    sms_price: before.sms_price,
    receipts: {
      name: text('receipts.name'),
      address: text('receipts.address'),
      tin: text('receipts.tin'),
      taxes: readTaxRows(values),
    },
  }
}

function readFeeRows(values: FormData): FeeRowForm[] {
  const rows: FeeRowForm[] = []
  for (let row = 0; values.has(`delivery_fees.${row}.fee`); row++) {
    const field = (name: string) => String(values.get(`delivery_fees.${row}.${name}`) ?? '')
    const freeFrom = field('free_from').trim()
    rows.push({
      region: readRegion(field('region')),
      cities: readTowns(field('cities')),
      fee: readCedis(field('fee')),
      ...(freeFrom !== '' && { free_from: readCedis(freeFrom) }),
      ...readRowDays(values, `delivery_fees.${row}.days`),
    })
  }
  return rows
}

/** Without a day of the week there is nothing to choose from. */
function readRowDays(values: FormData, row: string): Pick<FeeRowForm, 'days'> {
  const text = (name: string) => String(values.get(`${row}.${name}`) ?? '').trim()
  const weekdays = values.getAll(`${row}.weekdays`).map(Number)
  if (weekdays.length === 0) return {}
  return {
    days: {
      weekdays,
      slots: readSlots(text('slots')) ?? [text('slots')],
      cut_off_days: readWhole(text('cut_off_days')),
      cut_off_hour: readWhole(text('cut_off_hour')),
      capacity: readWhole(text('capacity') || '0'),
    },
  }
}

function readTaxRows(values: FormData): TaxRowForm[] {
  const rows: TaxRowForm[] = []
  for (let row = 0; values.has(`receipts.taxes.${row}.rate`); row++) {
    const field = (name: string) => String(values.get(`receipts.taxes.${row}.${name}`) ?? '').trim()
    const rate = field('rate')
    rows.push({
      name: field('name'),
      rate: readRate(rate) === null ? Number.NaN : Number(rate),
      on_levies: field('on') === 'levies',
    })
  }
  return rows
}

function readCedis(text: string): number {
  return fromCedis(text) === null ? Number.NaN : Number(text.trim())
}

function readTowns(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((town) => town.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** A datetime-local field has no seconds, so a time that was not touched keeps its own. */
function readDateTime(text: string, before: string): string {
  if (text === toDateTimeField(before)) return before
  return text === '' ? '' : `${text}:00Z`
}

/** Ghana keeps GMT all year. */
export function toDateTimeField(moment: string): string {
  return moment.slice(0, 16)
}

function readWhole(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** What is to be saved: everything that differs. */
export function changedSettings(form: SettingsForm, saved: SettingsForm): SettingName[] {
  return settingNames.filter((name) => !isSame(name, form, saved))
}

function isSame(name: SettingName, form: SettingsForm, saved: SettingsForm): boolean {
  if (name === 'delivery_fees') return sorted(form) === sorted(saved)
  return JSON.stringify(form[name]) === JSON.stringify(saved[name])
}

function sorted({ delivery_fees: rows }: SettingsForm): string {
  return JSON.stringify(mostSpecificFirst(rows))
}

export function pick(form: SettingsForm, names: readonly SettingName[]): Partial<SettingsForm> {
  return Object.fromEntries(names.map((name) => [name, form[name]]))
}

/** What was changed but not saved, and over which version: a colleague's change meanwhile is then still noticed. */
export type SettingsDraft = {
  version: number
  changed: Partial<Omit<SettingsForm, 'news' | 'sms_price'>>
}

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
    order_limits: {
      most_pieces: numberOf(form.order_limits.most_pieces),
      release_after_hours: numberOf(form.order_limits.release_after_hours),
    },
    delivery_fees: form.delivery_fees.map((row) => ({
      ...row,
      fee: numberOf(row.fee),
      ...('free_from' in row && { free_from: numberOf(row.free_from ?? null) }),
      ...(row.days && { days: { ...row.days, capacity: numberOf(row.days.capacity) } }),
    })),
    receipts: {
      ...form.receipts,
      taxes: form.receipts.taxes.map((row) => ({ ...row, rate: numberOf(row.rate) })),
    },
  }
}

/** What is no number comes back from the browser's storage as nothing at all. */
function numberOf(kept: number | null): number {
  return kept ?? Number.NaN
}

/** A number that was not finished is null in the browser's storage; `restoreDraft` knows. */
const isTyped: Shape<number> = (kept): kept is number => kept === null || isNumber(kept)

const isFeeRow = shapeOf<FeeRowForm>({
  region: orNull(oneOf(regions)),
  cities: listOf(isText),
  fee: isTyped,
  free_from: optional(isTyped),
  days: optional(
    shapeOf<RowDaysForm>({
      weekdays: listOf(isNumber),
      slots: listOf(isText),
      cut_off_days: isTyped,
      cut_off_hour: isTyped,
      capacity: isTyped,
    }),
  ),
})

export const isSettingsDraft = shapeOf<SettingsDraft>({
  version: isNumber,
  changed: shapeOf<SettingsDraft['changed']>({
    shop_name: optional(isText),
    chat_number: optional(isText),
    contact: optional(recordOf(isText, ['phone', 'email', 'address', 'hours'])),
    social: optional(recordOf(isText, socialNetworks)),
    sale_banner: optional(shapeOf({ is_on: isFlag, title: isText, ends_at: isText })),
    delivery_fees: optional(listOf(isFeeRow)),
    delivery_days: optional(isFlag),
    pickup: optional(shapeOf({ is_on: isFlag, address: isText, hours: isText })),
    payment_methods: optional(shapeOf({ whatsapp: isFlag, mtn_momo: isFlag })),
    order_limits: optional(shapeOf({ most_pieces: isTyped, release_after_hours: isTyped })),
    low_stock_level: optional(isTyped),
    reviews_at_once: optional(isFlag),
    measuring: optional(shapeOf({ meta_pixel: isText, google_tag: isText })),
    receipts: optional(
      shapeOf({
        name: isText,
        address: isText,
        tin: isText,
        taxes: listOf(shapeOf<TaxRowForm>({ name: isText, rate: isTyped, on_levies: isFlag })),
      }),
    ),
  }),
})
