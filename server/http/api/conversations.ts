import {
  conversationChangeBody,
  conversationListQuery,
  conversationListResponse,
  conversationQuery,
  conversationResponse,
  replyBody,
} from '#contract/conversations.ts'
import { repeatableHeaders } from '#contract/delivery.ts'
import { idParams } from '#contract/fields.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Messages']
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
