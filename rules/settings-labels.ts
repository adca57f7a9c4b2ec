import { formatDateAndTime } from './dates.ts'
import { rowDaysInWords, toRowDays } from './delivery-days.ts'
import { deliveryFeePlace } from './delivery-fee.ts'
import { formatGhs, fromCedis } from './money.ts'
import { readSmsPrice, showSmsPrice, ways } from './notification-settings.ts'
import { channelLabels, notificationKinds } from './notifications.ts'
import { readRate, showRate } from './receipts.ts'
import type { FeeRowForm, SettingName, SettingsForm } from './settings-fields.ts'

/** As a sentence goes on after "Ama changed". */
export const settingLabels = {
  shop_name: 'the name of the shop',
  chat_number: 'the WhatsApp number',
  contact: 'the contact details',
  social: 'the social links',
  sale_banner: 'the sale banner',
  delivery_fees: 'the delivery fees',
  delivery_days: 'delivery days',
  pickup: 'collecting at the shop',
  payment_methods: 'the ways to pay',
  order_limits: 'the limits of orders',
  low_stock_level: 'the low-stock level',
  reviews_at_once: 'when reviews are shown',
  measuring: 'who measures ads',
  news: 'what customers are told',
  sms_price: 'the price of an SMS',
  receipts: 'what receipts say',
} as const satisfies Record<SettingName, string>

type Lines = Record<string, string | number>

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off')

const linesOf: { [Name in SettingName]: (value: SettingsForm[Name]) => Lines } = {
  shop_name: (name) => ({ name }),
  chat_number: (number) => ({ number }),
  contact: (contact) => ({ ...contact }),
  social: (social) => ({ ...social }),
  sale_banner: ({ is_on, title, ends_at }) => ({
    banner: onOrOff(is_on),
    title,
    end: formatDateAndTime(new Date(ends_at)),
  }),
  delivery_fees: (rows) => Object.fromEntries(rows.map((row) => [placeOf(row), feeOf(row)])),
  delivery_days: (isOn) => ({ 'customers choose a day': onOrOff(isOn) }),
  pickup: ({ is_on, address, hours }) => ({ offered: onOrOff(is_on), place: address, hours }),
  payment_methods: ({ whatsapp, mtn_momo }) => ({
    'pay on delivery': onOrOff(whatsapp),
    'online payment': onOrOff(mtn_momo),
  }),
  order_limits: ({ most_pieces, release_after_hours }) => ({
    'pieces in one order': most_pieces || 'no limit',
    'hours to confirm': release_after_hours || 'no limit',
  }),
  low_stock_level: (level) => ({ level }),
  reviews_at_once: (isAtOnce) => ({ 'shown at once': onOrOff(isAtOnce) }),
  measuring: ({ meta_pixel, google_tag }) => ({ 'Meta pixel': meta_pixel, 'Google tag': google_tag }),
  news: (rows) =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const on = ways.filter((way) => row[way]).map((way) => channelLabels[way])
        const { label } = notificationKinds[row.kind]
        return [
          [`${label}: by`, on.join(', ') || 'nobody is told'],
          [`${label}: text`, row.text],
          [`${label}: mail`, row.mail],
        ]
      }),
    ),
  sms_price: (price) => ({ 'each part': showSmsPrice(readSmsPrice(price) ?? 0) }),
  receipts: ({ name, address, tin, taxes }) => ({
    name,
    address,
    TIN: tin,
    taxes: taxes.map(taxInWords).join(', ') || 'none',
  }),
}

/** In words that can still be read when the shop has long forgotten how it kept them. */
export function describeSetting<Name extends SettingName>(
  name: Name,
  settings: Pick<SettingsForm, Name>,
): Lines {
  return linesOf[name](settings[name])
}

function taxInWords({ name, rate, on_levies }: SettingsForm['receipts']['taxes'][number]): string {
  return `${name} ${showRate(readRate(rate) ?? 0)}${on_levies ? ' (on value and levies)' : ''}`
}

function feeOf({ fee, free_from, days }: FeeRowForm): string {
  const free = free_from === undefined ? '' : `, free from ${formatGhs(fromCedis(free_from) ?? 0)}`
  const when = days === undefined ? '' : `, ${rowDaysInWords(toRowDays(days))}`
  return formatGhs(fromCedis(fee) ?? 0) + free + when
}

/** One town may have a fee in one region and another one elsewhere. */
function placeOf(row: FeeRowForm): string {
  const place = deliveryFeePlace(row)
  return row.region !== null && row.cities.length > 0 ? `${place} (${row.region})` : place
}
