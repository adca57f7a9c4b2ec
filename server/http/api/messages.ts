import {
  contactBody,
  joinedResponse,
  leaveBody,
  newsletterBody,
  receivedResponse,
} from '#contract/messages.ts'
import type { Shop } from '#server/shop.ts'
import { callerAddress } from '../proxies.ts'
import type { Api } from '../typed-api.ts'

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
}
