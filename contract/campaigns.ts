import { z } from 'zod'
import {
  type CampaignFields,
  campaignChannels,
  campaignStates,
  holdReasons,
  longestCampaign,
  longestCampaignText,
  mostDays,
} from '../rules/campaigns.ts'
import { givenDate, isoDate, named, text } from './codecs.ts'

const filter = {
  channel: z.enum(campaignChannels),
  days: z.int().min(1).max(mostDays).nullable().default(null).describe('Who bought within so many days'),
  category: text(200).default(''),
  town: text(longestCampaign.town).default(''),
}

/** The whole campaign; `expected` is the updated_at that was seen. */
export const campaignBody = named(
  z.strictObject({
    ...filter,
    name: text(longestCampaign.name * 4),
    subject: text(longestCampaign.subject * 4).default(''),
    text: text(longestCampaignText.email * 2).describe('With {name}, {shop} and {link}'),
    link: text(longestCampaign.link).default('/shop').describe('A page of the shop'),
    expected: isoDate.optional(),
  }),
)

/** Compared with what the rules check, so that neither forgets a field of the other. */
export type CampaignInput = z.output<typeof campaignBody> & CampaignFields

export const campaignPreviewBody = z.strictObject(filter)

export const campaignPreviewResponse = named(
  z.object({
    people: z.int().describe('Who agreed and would get it now; counted up to 20000'),
    sms_price: z.int().describe('Of one part, in hundredths of a pesewa'),
    shop_name: z.string(),
    public_url: z.string(),
  }),
)

export type CampaignPreviewResponse = z.input<typeof campaignPreviewResponse>

const campaignCard = {
  id: z.int(),
  name: z.string(),
  channel: z.enum(campaignChannels),
  subject: z.string(),
  text: z.string(),
  link: z.string(),
  days: z.int().nullable(),
  category: z.string(),
  town: z.string(),
  state: z.enum(campaignStates),
  starts_at: isoDate.nullable(),
  started_at: isoDate.nullable(),
  ended_at: isoDate.nullable(),
  waits_until: isoDate.nullable().describe('When the quiet hours are over'),
  hold_reason: z.enum(holdReasons).nullable(),
  updated_at: isoDate,
  people: z.int(),
  waiting: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  unsubscribed: z.int(),
}

export const campaignListResponse = z.object({
  campaigns: z.array(named(z.object(campaignCard))),
  channels: z
    .object({ sms: z.boolean(), whatsapp: z.boolean(), email: z.boolean() })
    .describe('By what this shop can send offers'),
})

export type CampaignListResponse = z.input<typeof campaignListResponse>

export type CampaignCard = CampaignListResponse['campaigns'][number]

export const campaignResponse = named(
  z.object({
    ...campaignCard,
    orders: z.int().describe('Which these people placed within seven days after it'),
  }),
)

export type CampaignResponse = z.input<typeof campaignResponse>

export const campaignStepBody = named(
  z.strictObject({
    from: z.enum(campaignStates).describe('The state that was seen'),
    to: z.enum(['draft', 'scheduled', 'sending', 'paused', 'stopped']),
    starts_at: givenDate.nullable().default(null).describe('For scheduled'),
  }),
)

export type CampaignStep = z.output<typeof campaignStepBody>

export const campaignTestResponse = z.object({ to: z.string() })

/** The code of an order and its phone number prove whose number it is. */
export const joinOffersBody = z.strictObject({ code: text(100), phone: text(100) })
