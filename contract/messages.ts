import { z } from 'zod'
import { invalidEmail, isEmailAddress, longestEmail, normaliseEmail } from '../rules/account-fields.ts'
import {
  type CampaignFields,
  campaignChannels,
  campaignStates,
  holdReasons,
  longestCampaign,
  longestCampaignText,
  mostDays,
} from '../rules/campaigns.ts'
import { lineChannels, replyWays } from '../rules/inbox.ts'
import { failureReasons, messageStates } from '../rules/notifications.ts'
import { givenDate, isoDate, named, paging, requiredText, text, written } from './codecs.ts'

export const contactSubjects = [
  'Product Inquiry',
  'Order Status',
  'Returns & Refunds',
  'Wholesale Inquiry',
  'Other',
] as const

const email = requiredText(longestEmail, 'Email is required')
  .refine(isEmailAddress, { error: invalidEmail })
  .transform(normaliseEmail)

/** A field that people do not see: whoever fills it in is a program. */
const trap = text(200).optional()

export const contactBody = z.strictObject({
  name: requiredText(120, 'Name is required'),
  email,
  subject: z.enum(contactSubjects, { error: 'Please choose a subject' }),
  message: requiredText(4_000, 'Message is required'),
  website: trap,
})

export const newsletterBody = z.strictObject({ email, website: trap })

export const leaveBody = z.strictObject({ secret: requiredText(100, 'This link is not complete.') })

export const receivedResponse = z.object({ success: z.literal(true) })

/** Whether a mail with a link comes first: it says something about the shop, never about the address. */
export const joinedResponse = z.object({ success: z.literal(true), needs_confirmation: z.boolean() })

export type JoinedResponse = z.input<typeof joinedResponse>

export type ContactMessage = z.infer<typeof contactBody>

export const readerListQuery = z.strictObject({ ...paging(50), q: text(100).optional() })

export const readerResponse = named(
  z.object({
    id: z.int(),
    email: z.string(),
    agreed_at: isoDate,
    removed: written(z.boolean(), (removedAt: Date | null) => removedAt !== null),
  }),
  { removed: 'removedAt' },
)

export const removeReaderBody = z.strictObject({ removed: z.boolean() })

export type ReaderResponse = z.input<typeof readerResponse>

const whichConversations = ['open', 'unread', 'mine', 'closed', 'all'] as const

/** Where a list goes on: the moment of the last row and its number. */
const cursor = z
  .string()
  .regex(/^\d{1,13}-\d{1,10}$/)
  .transform((written) => {
    const [at = 0, id = 0] = written.split('-').map(Number)
    return { at: new Date(at), id: Math.min(id, 2_147_483_647) }
  })

export type ListCursor = z.output<typeof cursor>

const writtenCursor = written(
  z.string().nullable(),
  (at: ListCursor | null) => at && `${at.at.getTime()}-${at.id}`,
)

const limit = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(100))

export const conversationListQuery = z.strictObject({
  show: z.enum(whichConversations).default('open'),
  /** Parts of the name, the e-mail or the phone. */
  q: text(100).optional(),
  before: cursor.optional(),
  limit: limit.default(20),
})

export type ConversationFilter = z.output<typeof conversationListQuery>

const colleague = z.object({ id: z.string(), name: z.string() })

const card = {
  id: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  unread: z.boolean(),
  assigned_to: colleague.nullable(),
  last_line_at: isoDate,
}

export const conversationListResponse = z.object({
  conversations: z.array(
    named(
      z.object({
        ...card,
        /** How the last line begins, and who said it. */
        excerpt: z.string(),
        is_answered: z.boolean(),
      }),
    ),
  ),
  /** Where older ones begin, to be sent as `before`; null at the end of the list. */
  older: writtenCursor,
})

export const conversationQuery = z.strictObject({ before: cursor.optional() })

const line = named(
  z.object({
    id: z.int(),
    is_incoming: z.boolean(),
    channel: z.enum(lineChannels),
    is_template: z.boolean(),
    address: z.string(),
    /** Of the contact form. */
    subject: z.string().nullable(),
    text: z.string(),
    author: z.string().nullable(),
    state: z.enum(messageStates).nullable(),
    reason: z.enum(failureReasons).nullable(),
    happened_at: isoDate,
  }),
)

export const conversationResponse = named(
  z.object({
    ...card,
    version: z.int(),
    /** Whether they want to be told of offers on this phone; null: nobody has asked them. */
    wants_offers: z.boolean().nullable(),
    /** How the shop can answer now, the best way first. */
    ways: z.array(z.enum(replyWays)),
    /** The number for messages: theirs, or one that they wrote into the contact form. */
    reply_phone: z.string().nullable(),
    /** Until when WhatsApp takes free words. */
    window_ends_at: isoDate.nullable(),
    /** Another conversation, with the number that was written here. */
    same_person: z.object({ id: z.int(), name: z.string() }).nullable(),
    colleagues: z.array(colleague),
    /** The oldest first. */
    lines: z.array(line),
    older: writtenCursor,
  }),
)

export const conversationChangeBody = named(
  z.strictObject({
    version: z.int().min(0).describe('As it was when the person saw it'),
    state: z.enum(['open', 'closed']).optional(),
    unread: z.boolean().optional(),
    assigned_to: z.uuid().nullable().optional(),
    /** The other conversation of the same person, which becomes a part of this one. */
    join: z.int().min(1).max(2_147_483_647).optional(),
  }),
)

export type ConversationChange = z.output<typeof conversationChangeBody>

export const replyBody = z.strictObject({ way: z.enum(replyWays), text: text(4_000) })

export type Reply = z.output<typeof replyBody>

export type ConversationListResponse = z.input<typeof conversationListResponse>
export type ConversationResponse = z.input<typeof conversationResponse>
export type ConversationCard = ConversationListResponse['conversations'][number]
export type ConversationLine = ConversationResponse['lines'][number]

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
