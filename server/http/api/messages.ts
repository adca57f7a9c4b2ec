import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { idParams } from '#contract/codecs.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import {
  contactBody,
  conversationChangeBody,
  conversationListQuery,
  conversationListResponse,
  conversationQuery,
  conversationResponse,
  joinedResponse,
  leaveBody,
  newsletterBody,
  readerListQuery,
  readerResponse,
  receivedResponse,
  removeReaderBody,
  replyBody,
} from '#contract/messages.ts'
import { newsletterCsvFileName } from '#rules/csv.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'
import { takeRawBodies } from './incoming-webhooks.ts'

const tags = ['Messages']

export function messageRoutes(api: Api, { messages }: Shop): void {
  api.route({
    method: 'POST',
    url: '/contact',
    config: { access: 'anyone' },
    schema: { tags, body: contactBody, response: { 201: receivedResponse } },
    handler: async (request, reply) => {
      await messages.receive(callerAddress(request), request.body)
      return reply.status(201).send({ success: true })
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter',
    config: { access: 'anyone' },
    schema: { tags, body: newsletterBody, response: { 201: joinedResponse } },
    handler: async (request, reply) => {
      const joined = await messages.joinNewsletter(callerAddress(request), request.body)
      return reply.status(201).send({ success: true, needs_confirmation: joined.needsConfirmation })
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter/confirm',
    config: { access: 'anyone' },
    schema: { tags, body: leaveBody, response: { 200: receivedResponse } },
    handler: async (request) => {
      await messages.confirmReader(request.body.secret)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter/leave',
    config: { access: 'anyone' },
    schema: { tags, body: leaveBody, response: { 200: receivedResponse } },
    handler: async (request) => {
      await messages.leaveNewsletter(request.body.secret)
      return { success: true as const }
    },
  })

  // Mail programs call it at one press, with a form and without any page (RFC 8058).
  api.register(async (calls) => {
    takeRawBodies(calls)
    calls.route({
      method: 'POST',
      url: '/newsletter/leave/:secret',
      config: { access: 'anyone' },
      schema: { hide: true },
      handler: async (request) => {
        const { success, data } = leaveBody.safeParse(request.params)
        if (success) await messages.leaveNewsletter(data.secret)
        return {}
      },
    })
  })
}

const config = { access: 'messages' } as const

/** The inbox: what people wrote on any way, one conversation for each, and the answers. */
export function conversationRoutes(api: Api, { messages }: Shop): void {
  api.route({
    method: 'GET',
    url: '/conversations',
    config,
    schema: {
      tags,
      description:
        'The last one that something was said in first; `before` goes on where the last answer ended.',
      querystring: conversationListQuery,
      response: { 200: conversationListResponse },
    },
    handler: (request) => messages.listConversations(viewerOf(request), request.query),
  })

  api.route({
    method: 'GET',
    url: '/conversations/:id',
    config,
    schema: {
      tags,
      description: 'With its newest lines, or those before a line.',
      params: idParams,
      querystring: conversationQuery,
      response: { 200: conversationResponse },
    },
    handler: ({ params, query }) => messages.readConversation(params.id, query.before),
  })

  api.route({
    method: 'PUT',
    url: '/conversations/:id',
    config,
    schema: {
      tags,
      params: idParams,
      body: conversationChangeBody,
      response: { 200: conversationResponse },
    },
    handler: async (request) => {
      const { id } = request.params
      await messages.changeConversation(viewerOf(request), id, request.body)
      return await messages.readConversation(id)
    },
  })

  api.route({
    method: 'POST',
    url: '/conversations/:id/replies',
    config,
    schema: {
      tags,
      description:
        'An answer on one of the ways that the conversation names. The same key is the same answer.',
      params: idParams,
      headers: repeatableHeaders,
      body: replyBody,
      response: { 201: conversationResponse },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const key = request.headers['idempotency-key'] || null
      await messages.postReply(viewerOf(request), id, request.body, key)
      return reply.status(201).send(await messages.readConversation(id))
    },
  })
}

const newsletterTags = ['Newsletter']

export function newsletterRoutes(api: Api, { messages, now }: Shop): void {
  api.route({
    method: 'GET',
    url: '/newsletter',
    config: { access: 'texts' },
    schema: {
      tags: newsletterTags,
      description: 'Everybody who gets the newsletter, the newest first.',
      querystring: readerListQuery,
      response: { 200: z.array(readerResponse) },
    },
    handler: async (request, reply) => {
      const { readers, total } = await messages.listReaders(request.query)
      describePage(request, reply, { total, ...request.query })
      return readers
    },
  })

  api.route({
    method: 'GET',
    url: '/newsletter.csv',
    // A long list to a slow telephone takes its time.
    config: { access: 'exports', takesTickets: true, recentPassword: true, answerMs: 600_000 },
    schema: { tags: newsletterTags, querystring: z.strictObject(ticketField), produces: ['text/csv'] },
    handler: async (_request, reply) => {
      reply.header('content-disposition', `attachment; filename="${newsletterCsvFileName(now())}"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(messages.exportReaders()))
    },
  })

  api.route({
    method: 'PUT',
    url: '/newsletter/:id',
    config: { access: 'texts' },
    schema: {
      tags: newsletterTags,
      params: idParams,
      body: removeReaderBody,
      response: { 200: readerResponse },
    },
    handler: (request) => messages.removeReader(viewerOf(request), request.params.id, request.body.removed),
  })
}
