import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import {
  contactBody,
  leaveBody,
  type MessageCardResponse,
  type MessageResponse,
  messageCardResponse,
  messageCountsResponse,
  messageListQuery,
  messageResponse,
  messageStateBody,
  newsletterBody,
  receivedResponse,
} from '#contract/messages.ts'
import { type KeptMessage, stateOf } from '#server/features/messages/messages.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { type Api, describePage } from '../typed-api.ts'

const tags = ['Messages']

export function messageRoutes(api: Api, { messages }: Shop): void {
  api.route({
    method: 'POST',
    url: '/contact',
    config: { access: 'anyone' },
    schema: { tags, body: contactBody, response: { 201: receivedResponse } },
    handler: async (request, reply) => {
      await messages.receive(request.ip, request.body)
      return reply.status(201).send({ success: true })
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter',
    config: { access: 'anyone' },
    schema: { tags, body: newsletterBody, response: { 201: receivedResponse } },
    handler: async (request, reply) => {
      await messages.joinNewsletter(request.ip, request.body)
      return reply.status(201).send({ success: true })
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
