import { z } from 'zod'
import { defaultSaleEnd, saleTitle } from '../rules/countdown.ts'
import { highestCapacity, isSlot, mostCutOffDays, mostSlots } from '../rules/delivery-days.ts'
import { defaultDeliveryFees } from '../rules/delivery-fee.ts'
import { noTags, readGoogleTag, readMetaPixel } from '../rules/measuring.ts'
import { highestSmsPrice, longestNews } from '../rules/news.ts'
import { longestReceiptTexts, mostTaxRows } from '../rules/receipts.ts'
import { regions } from '../rules/regions.ts'
import { defaultChatNumber, openingHoursText, shopName } from '../rules/shop-facts.ts'
import { requiredText, text } from './fields.ts'

const address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)])

/** What the owner may change, each with the value that holds until then. */
export const shopSettings = z.strictObject({
  shopName: requiredText(60, 'Please enter the name of the shop').default(shopName),
  chatNumber: z
    .string()
    .regex(/^\d{8,15}$/)
    .default(defaultChatNumber),
  contact: z
    .strictObject({ phone: text(40), email: text(254), address: text(200), hours: text(120) })
    .default({ phone: '', email: '', address: 'Accra, Ghana', hours: openingHoursText }),
  social: z
    .strictObject({ instagram: address, facebook: address, tiktok: address, x: address, youtube: address })
    .default({ instagram: '', facebook: '', tiktok: '', x: '', youtube: '' }),
  saleBanner: z
    .strictObject({ isOn: z.boolean(), title: text(80), endsAt: z.iso.datetime() })
    .default({ isOn: true, title: saleTitle, endsAt: defaultSaleEnd }),
  deliveryFees: z
    .array(
      z.strictObject({
        region: z.enum(regions).nullable(),
        cities: z.array(text(60)).max(60).readonly(),
        fee: z.int().min(0).max(10_000_000),
        freeFrom: z.int().min(1).max(100_000_000).optional(),
        days: z
          .strictObject({
            weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).readonly(),
            slots: z.array(z.string().refine(isSlot)).max(mostSlots).readonly(),
            cutOffDays: z.int().min(0).max(mostCutOffDays),
            cutOffHour: z.int().min(0).max(24),
            capacity: z.int().min(0).max(highestCapacity),
          })
          .optional(),
      }),
    )
    .min(1)
    .max(40)
    .readonly()
    .default(defaultDeliveryFees),
  /** Customers choose a day where the row of the fee table has some; the days stay while it is switched off. */
  deliveryDays: z.boolean().default(false),
  /** Customers may collect their orders there; the place stays while it is switched off. */
  pickup: z
    .strictObject({ isOn: z.boolean(), address: text(200), hours: text(120) })
    .default({ isOn: false, address: '', hours: '' }),
  paymentMethods: z
    .strictObject({ whatsapp: z.boolean(), mtn_momo: z.boolean() })
    .default({ whatsapp: true, mtn_momo: true }),
  /** 0: no limit. */
  orderLimits: z
    .strictObject({
      mostPieces: z.int().min(0).max(10_000),
      releaseAfterHours: z.int().min(0).max(720),
    })
    .default({ mostPieces: 0, releaseAfterHours: 0 }),
  lowStockLevel: z.int().min(0).max(1_000).default(5),
  /** Otherwise a review waits until somebody has read it. */
  reviewsAtOnce: z.boolean().default(false),
  /** The ids of those who may measure ads, after a visitor's consent. */
  measuring: z
    .strictObject({
      metaPixel: z.string().refine((id) => readMetaPixel(id) === id),
      googleTag: z.string().refine((id) => readGoogleTag(id) === id),
    })
    .default(noTags),
  /** What the owner has decided about what customers are told; kinds that are not here have their usual texts and ways. */
  news: z
    .array(
      z.strictObject({
        // A text: one kind of a newer shop must not undo what was decided about all others.
        kind: text(40),
        sms: z.boolean(),
        whatsapp: z.boolean(),
        email: z.boolean(),
        text: text(longestNews.text),
        mail: text(longestNews.mail),
      }),
    )
    .max(100)
    .readonly()
    .default([]),
  /** In hundredths of a pesewa for each part of an SMS. 0: nobody has said. */
  smsPrice: z
    .int()
    .min(0)
    .max(highestSmsPrice * 10_000)
    .default(0),
  /** Who sells, as receipts and invoices say it. Without a name there are none. */
  receipts: z
    .strictObject({
      name: text(longestReceiptTexts.name),
      address: text(longestReceiptTexts.address),
      tin: text(longestReceiptTexts.tin),
      taxes: z
        .array(
          z.strictObject({
            name: requiredText(longestReceiptTexts.tax, 'Please enter a name'),
            rate: z.int().min(1).max(5_000),
            onLevies: z.boolean(),
          }),
        )
        .max(mostTaxRows)
        .readonly(),
    })
    .default({ name: '', address: '', tin: '', taxes: [] }),
})

export type ShopSettings = z.infer<typeof shopSettings>
