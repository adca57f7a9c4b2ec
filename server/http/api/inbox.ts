import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import {
  type MessageCardResponse,
  type MessageResponse,
  messageCardResponse,
  messageCountsResponse,
  messageListQuery,
  messageResponse,
  messageStateBody,
} from '#contract/messages.ts'
import { type KeptMessage, stateOf } from '#server/features/messages/messages.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Messages']

export function inboxRoutes(api: Api, { messages }: Shop): void {
  api.route({
    method: 'GET',
    url: '/messages',
    config: { access: 'admin' },
    schema: {
      tags,
      description: 'What the contact form brought, the newest first.',
      querystring: messageListQuery,
      response: { 200: z.array(messageCardResponse) },
    },
    handler: async (request, reply) => {
      const { messages: found, total } = await messages.list(request.query)
      describePage(request, reply, { total, ...request.query })
      return found.map(toCard)
    },
  })

  api.route({
    method: 'GET',
    url: '/messages/counts',
    config: { access: 'admin' },
    schema: { tags, response: { 200: messageCountsResponse } },
    handler: async () => ({ unread: await messages.countUnread() }),
  })

  api.route({
    method: 'GET',
    url: '/messages/:id',
    config: { access: 'admin' },
    schema: { tags, params: idParams, response: { 200: messageResponse } },
    handler: async ({ params }) => toWhole(await messages.get(params.id)),
  })

  api.route({
    method: 'PUT',
    url: '/messages/:id',
    config: { access: 'admin' },
    schema: { tags, params: idParams, body: messageStateBody, response: { 200: messageResponse } },
    handler: async (request) =>
      toWhole(await messages.setState(viewerOf(request), request.params.id, request.body.state)),
  })
}

function toCard(message: KeptMessage): MessageCardResponse {
  const { id, name, email, subject, createdAt } = message
  const excerpt = message.message.replace(/\s+/g, ' ').slice(0, 160)
  return { id, name, email, subject, excerpt, state: stateOf(message), created_at: createdAt.toISOString() }
}

function toWhole(message: KeptMessage): MessageResponse {
  return { ...toCard(message), message: message.message }
}
