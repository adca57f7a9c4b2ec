import { z } from 'zod'
import { invalidEmail, isEmailAddress, longestEmail, normaliseEmail } from '../rules/account-fields.ts'
import { lineChannels, replyWays } from '../rules/inbox.ts'
import { failureReasons, messageStates } from '../rules/notifications.ts'
import { isoDate, named, paging, requiredText, text, written } from './codecs.ts'

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
