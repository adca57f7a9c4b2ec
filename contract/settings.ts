import { z } from 'zod'
import {
  brandMistakes,
  brandPictureNames,
  cornerStyles,
  fontPairs,
  longestBrandTexts,
} from '../rules/brand.ts'
import { defaultSaleEnd, saleTitle } from '../rules/countdown.ts'
import { highestCapacity, isSlot, mostCutOffDays, mostSlots } from '../rules/delivery-days.ts'
import { defaultDeliveryFees, regions } from '../rules/delivery-fee.ts'
import { confirmableItems, startItems } from '../rules/first-day.ts'
import { noTags, readGoogleTag, readMetaPixel } from '../rules/measuring.ts'
import { highestSmsPrice, longestNotification } from '../rules/notification-settings.ts'
import { longestReceiptTexts, mostTaxRows } from '../rules/receipts.ts'
import { defaultChatNumber, openingHoursText, shopName } from '../rules/shop-facts.ts'
import { named, requiredText, text } from './codecs.ts'

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
        text: text(longestNotification.text),
        mail: text(longestNotification.mail),
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

const picture = z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable()

export const brandResponse = z.object({
  /** Counts on with every save; sent back with the next one. 0: never saved. */
  version: z.int(),
  /** The same for the name, which is one of the settings. */
  name_version: z.int(),
  name: z.string(),
  line: z.string(),
  colours: z.object({ page: z.string(), main: z.string(), link: z.string(), highlight: z.string() }),
  fonts: z.enum(fontPairs),
  corners: z.enum(cornerStyles),
  logo_light: picture,
  logo_dark: picture,
  icon: picture,
  share_card: picture,
})

export type BrandResponse = z.infer<typeof brandResponse>

const version = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'Please say which version you have seen.' })
  .transform(Number)

/** The texts of the form; new pictures come beside them as files with the names of rules/brand.ts. */
export const brandForm = z
  .strictObject({
    version,
    name_version: version,
    name: text(longestBrandTexts.name * 2),
    line: text(longestBrandTexts.line * 2),
    page: text(20),
    main: text(20),
    link: text(20),
    highlight: text(20),
    fonts: z.enum(fontPairs, { error: 'Please choose one of the pairs of letters' }),
    corners: z.enum(cornerStyles, { error: 'Please choose how corners look' }),
    /** Pictures that are taken away, with commas between them. */
    remove: z
      .string()
      .default('')
      .transform((names) => names.split(',').filter(Boolean))
      .pipe(z.array(z.enum(brandPictureNames, { error: 'This picture is not known here.' })).max(4)),
  })
  .superRefine((form, { addIssue }) => {
    for (const [field, message] of Object.entries(brandMistakes(form)))
      addIssue({ code: 'custom', message, path: [field] })
  })

export type BrandForm = z.output<typeof brandForm>

/** How far the shop is on its way to the first customer. */
export const setupResponse = named(
  z.object({
    is_open: z.boolean(),
    has_samples: z.boolean().describe('The sample shop is in place'),
    is_demo_account: z.boolean().describe('Whoever asks is signed in with an account of the sample shop'),
    items: z.array(
      named(
        z.object({
          item: z.enum(startItems),
          is_done: z.boolean(),
          is_confirmed: z.boolean().describe('Ticked by hand: it is right as it is'),
        }),
      ),
    ),
  }),
)

export const openingBody = named(z.strictObject({ is_open: z.boolean() }))

export const confirmParams = z.object({ item: z.enum(confirmableItems) })
export const confirmBody = named(z.strictObject({ is_confirmed: z.boolean() }))

/** What goes with the samples, and what of them stays because it is the owner's by now. */
export const samplesResponse = named(
  z.object({
    products: z.int(),
    posts: z.int(),
    testimonials: z.int(),
    orders: z.int(),
    accounts: z.int(),
    kept_products: z.int(),
    kept_posts: z.int(),
    kept_orders: z.int(),
  }),
)

export const ownerInviteResponse = z.object({ link: z.string() })

export type SetupResponse = z.input<typeof setupResponse>
export type SamplesResponse = z.input<typeof samplesResponse>
export type OwnerInviteResponse = z.infer<typeof ownerInviteResponse>
