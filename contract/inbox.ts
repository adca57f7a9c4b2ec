import { z } from 'zod'
import { paging, text } from './fields.ts'

/** How far the shop is with a message. */
export const messageStates = ['unread', 'read', 'done'] as const

export type MessageState = (typeof messageStates)[number]

export const messageListQuery = z.strictObject({
  ...paging(50),
  /** `open` is what still waits for an answer, read or not. */
  state: z.enum(['open', ...messageStates, 'all']).default('open'),
  /** Parts of the name or the e-mail. */
  q: text(100).optional(),
})

export type WhichMessages = z.infer<typeof messageListQuery>['state']

export const messageCardResponse = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** How the message begins. */
  excerpt: z.string(),
  state: z.enum(messageStates),
  created_at: z.iso.datetime(),
})

export const messageResponse = messageCardResponse.extend({ message: z.string() })

export const messageStateBody = z.strictObject({ state: z.enum(messageStates) })

export const messageCountsResponse = z.object({ unread: z.int() })

export const readerListQuery = z.strictObject({ ...paging(50), q: text(100).optional() })

export const readerResponse = z.object({
  id: z.int(),
  email: z.string(),
  agreed_at: z.iso.datetime(),
  removed: z.boolean(),
})

export const removeReaderBody = z.strictObject({ removed: z.boolean() })

export type MessageCardResponse = z.infer<typeof messageCardResponse>
export type MessageResponse = z.infer<typeof messageResponse>
export type MessageCountsResponse = z.infer<typeof messageCountsResponse>
export type ReaderResponse = z.infer<typeof readerResponse>
