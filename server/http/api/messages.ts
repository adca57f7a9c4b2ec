import { contactBody, leaveBody, newsletterBody, receivedResponse } from '#contract/messages.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../typed-api.ts'

export function messageRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'POST',
    url: '/contact',
    config: { access: 'anyone' },
    schema: { tags: ['Messages'], body: contactBody, response: { 201: receivedResponse } },
    handler: async (request, reply) => {
      await shop.messages.receive(request.ip, request.body)
      return reply.status(201).send({ success: true })
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter',
    config: { access: 'anyone' },
    schema: { tags: ['Messages'], body: newsletterBody, response: { 201: receivedResponse } },
    handler: async (request, reply) => {
      await shop.messages.joinNewsletter(request.ip, request.body)
      return reply.status(201).send({ success: true })
    },
  })

  api.route({
    method: 'POST',
    url: '/newsletter/leave',
    config: { access: 'anyone' },
    schema: { tags: ['Messages'], body: leaveBody, response: { 200: receivedResponse } },
    handler: async (request) => {
      await shop.messages.leaveNewsletter(request.body.secret)
      return { success: true as const }
    },
  })
}
