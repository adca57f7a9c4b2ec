import { z } from 'zod'
import { toRowDays, toRowDaysForm } from '../rules/delivery-days.ts'
import { regions } from '../rules/delivery-fee.ts'
import { mostSpecificFirst } from '../rules/fee-table.ts'
import { readGoogleTag, readMetaPixel } from '../rules/measuring.ts'
import { toCedis, toPesewas } from '../rules/money.ts'
import {
  allNotificationKinds,
  allNotificationSettings,
  changedNotificationSettings,
  readSmsPrice,
} from '../rules/notification-settings.ts'
import { mostTaxRows, readRate } from '../rules/receipts.ts'
import {
  mostFeeRows,
  readChatNumber,
  readSocialAddress,
  type SettingName,
  type SettingsForm,
  settingMistakes,
} from '../rules/settings-fields.ts'
import { text } from './codecs.ts'
import type { ShopSettings } from './settings.ts'

/** The shape alone; what each field may hold says rules/settings-fields.ts, which the page reads too. */
function settingsShape<Text extends z.ZodType<string>>(written: Text) {
  return z.strictObject({
    shop_name: written,
    chat_number: written,
    contact: z.strictObject({ phone: written, email: written, address: written, hours: written }),
    social: z.strictObject({
      instagram: written,
      facebook: written,
      tiktok: written,
      x: written,
      youtube: written,
    }),
    sale_banner: z.strictObject({
      is_on: z.boolean(),
      title: written,
      ends_at: z.iso.datetime({ error: 'Please choose the day and time' }),
    }),
    delivery_fees: z
      .array(
        z.strictObject({
          region: z.enum(regions).nullable(),
          cities: z.array(written).max(100),
          fee: z.number(),
          free_from: z.number().optional(),
          days: z
            .strictObject({
              weekdays: z.array(z.number()).max(7),
              slots: z.array(written).max(20),
              cut_off_days: z.number(),
              cut_off_hour: z.number(),
              capacity: z.number(),
            })
            .optional()
            .describe('On which days deliveries go there, 0 is Sunday; capacity 0 is no limit'),
        }),
      )
      .min(1)
      .max(mostFeeRows),
    delivery_days: z.boolean().describe('Customers choose a day of delivery'),
    pickup: z.strictObject({ is_on: z.boolean(), address: written, hours: written }),
    payment_methods: z.strictObject({ whatsapp: z.boolean(), mtn_momo: z.boolean() }),
    order_limits: z.strictObject({ most_pieces: z.number(), release_after_hours: z.number() }),
    low_stock_level: z.number(),
    reviews_at_once: z.boolean(),
    measuring: z.strictObject({ meta_pixel: written, google_tag: written }),
    news: z
      .array(
        z.strictObject({
          kind: z.enum(allNotificationKinds),
          sms: z.boolean(),
          whatsapp: z.boolean(),
          email: z.boolean(),
          text: written,
          mail: written,
        }),
      )
      .max(allNotificationKinds.length),
    sms_price: z.number(),
    receipts: z.strictObject({
      name: written,
      address: written,
      tin: written,
      taxes: z
        .array(z.strictObject({ name: written, rate: z.number(), on_levies: z.boolean() }))
        .max(mostTaxRows),
    }),
  })
}

export const settingsResponse = z.object({
  /** Counts on with every save. Sent back with the next one, so that nobody saves over what they have not seen. */
  version: z.int(),
  settings: settingsShape(z.string()),
  /** Whether a gateway is there to take money online. */
  can_pay_online: z.boolean(),
  /** Which messages to phones go out by themselves. */
  phone_channels: z.strictObject({ sms: z.boolean(), whatsapp: z.boolean() }),
})

/** Only what was changed is sent; the rest stays as it is. */
export const settingsBody = z.strictObject({
  version: z.int().min(0),
  settings: settingsShape(text(500))
    .partial()
    .refine((settings) => Object.keys(settings).length > 0, { error: 'Please say what to change.' })
    .superRefine((settings, { addIssue }) => {
      for (const [field, message] of Object.entries(settingMistakes(settings)))
        addIssue({ code: 'custom', message, path: field.split('.') })
    }),
})

export type SettingsResponse = z.infer<typeof settingsResponse>

export const settingNameOnTheWire = {
  shopName: 'shop_name',
  chatNumber: 'chat_number',
  contact: 'contact',
  social: 'social',
  saleBanner: 'sale_banner',
  deliveryFees: 'delivery_fees',
  deliveryDays: 'delivery_days',
  pickup: 'pickup',
  paymentMethods: 'payment_methods',
  orderLimits: 'order_limits',
  lowStockLevel: 'low_stock_level',
  reviewsAtOnce: 'reviews_at_once',
  measuring: 'measuring',
  news: 'news',
  smsPrice: 'sms_price',
  receipts: 'receipts',
} as const satisfies Record<keyof ShopSettings, SettingName>

export function toSettingsForm(settings: ShopSettings): SettingsForm {
  const { isOn, title, endsAt } = settings.saleBanner
  return {
    shop_name: settings.shopName,
    chat_number: settings.chatNumber,
    contact: settings.contact,
    social: settings.social,
    sale_banner: { is_on: isOn, title, ends_at: endsAt },
    delivery_fees: settings.deliveryFees.map(({ region, cities, fee, freeFrom, days }) => ({
      region,
      cities: [...cities],
      fee: toCedis(fee),
      ...(freeFrom !== undefined && { free_from: toCedis(freeFrom) }),
      ...(days !== undefined && { days: toRowDaysForm(days) }),
    })),
    delivery_days: settings.deliveryDays,
    pickup: { is_on: settings.pickup.isOn, address: settings.pickup.address, hours: settings.pickup.hours },
    payment_methods: settings.paymentMethods,
    order_limits: {
      most_pieces: settings.orderLimits.mostPieces,
      release_after_hours: settings.orderLimits.releaseAfterHours,
    },
    low_stock_level: settings.lowStockLevel,
    reviews_at_once: settings.reviewsAtOnce,
    measuring: { meta_pixel: settings.measuring.metaPixel, google_tag: settings.measuring.googleTag },
    news: allNotificationSettings(settings.news),
    sms_price: settings.smsPrice / 10_000,
    receipts: {
      ...settings.receipts,
      taxes: settings.receipts.taxes.map(({ name, rate, onLevies }) => ({
        name,
        rate: rate / 100,
        on_levies: onLevies,
      })),
    },
  }
}

/** The form has no mistakes. Each part that is in it, as the shop keeps it. */
export function fromSettingsForm(form: Partial<SettingsForm>): Partial<ShopSettings> {
  const { sale_banner: banner, social, pickup, order_limits: limits, measuring, receipts } = form
  const changes: { [Name in keyof ShopSettings]: ShopSettings[Name] | undefined } = {
    shopName: form.shop_name,
    chatNumber: form.chat_number && (readChatNumber(form.chat_number) ?? undefined),
    contact: form.contact,
    social: social && {
      instagram: readSocialAddress(social.instagram) ?? '',
      facebook: readSocialAddress(social.facebook) ?? '',
      tiktok: readSocialAddress(social.tiktok) ?? '',
      x: readSocialAddress(social.x) ?? '',
      youtube: readSocialAddress(social.youtube) ?? '',
    },
    saleBanner: banner && { isOn: banner.is_on, title: banner.title, endsAt: banner.ends_at },
    deliveryFees: form.delivery_fees && mostSpecificFirst(form.delivery_fees.map(toFeeRow)),
    deliveryDays: form.delivery_days,
    pickup: pickup && { isOn: pickup.is_on, address: pickup.address, hours: pickup.hours },
    paymentMethods: form.payment_methods,
    orderLimits: limits && {
      mostPieces: limits.most_pieces,
      releaseAfterHours: limits.release_after_hours,
    },
    lowStockLevel: form.low_stock_level,
    reviewsAtOnce: form.reviews_at_once,
    measuring: measuring && {
      metaPixel: readMetaPixel(measuring.meta_pixel) ?? '',
      googleTag: readGoogleTag(measuring.google_tag) ?? '',
    },
    news: form.news && changedNotificationSettings(form.news),
    smsPrice: form.sms_price === undefined ? undefined : (readSmsPrice(form.sms_price) ?? undefined),
    receipts: receipts && {
      ...receipts,
      taxes: receipts.taxes.map(({ name, rate, on_levies }) => ({
        name,
        rate: readRate(rate) ?? 0,
        onLevies: on_levies,
      })),
    },
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function toFeeRow({ region, cities, fee, free_from, days }: SettingsForm['delivery_fees'][number]) {
  return {
    region,
    cities,
    fee: toPesewas(fee),
    ...(free_from !== undefined && { freeFrom: toPesewas(free_from) }),
    ...(days !== undefined && { days: toRowDays(days) }),
  }
}
