import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import {
  contactBody,
  joinedResponse,
  leaveBody,
  messageCardResponse,
  messageCountsResponse,
  messageListQuery,
  messageResponse,
  messageStateBody,
  newsletterBody,
  receivedResponse,
} from '#contract/messages.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'
import { type Api, describePage } from '../typed-api.ts'

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

  api.route({
    method: 'GET',
    url: '/messages',
    config: { access: 'messages' },
    schema: {
      tags,
      description: 'What the contact form brought, the newest first.',
      querystring: messageListQuery,
      response: { 200: z.array(messageCardResponse) },
    },
    handler: async (request, reply) => {
      const { messages: found, total } = await messages.list(request.query)
      describePage(request, reply, { total, ...request.query })
      return found
    },
  })

  api.route({
    method: 'GET',
    url: '/messages/counts',
    config: { access: 'messages' },
    schema: { tags, response: { 200: messageCountsResponse } },
    handler: async () => ({ unread: await messages.countUnread() }),
  })

  api.route({
    method: 'GET',
    url: '/messages/:id',
    config: { access: 'messages' },
    schema: { tags, params: idParams, response: { 200: messageResponse } },
    handler: ({ params }) => messages.get(params.id),
  })

  api.route({
    method: 'PUT',
    url: '/messages/:id',
    config: { access: 'messages' },
    schema: { tags, params: idParams, body: messageStateBody, response: { 200: messageResponse } },
    handler: (request) => messages.setState(viewerOf(request), request.params.id, request.body.state),
  })
}
