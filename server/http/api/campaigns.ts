import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  campaignBody,
  campaignListResponse,
  campaignPreviewBody,
  campaignPreviewResponse,
  campaignResponse,
  campaignStepBody,
  campaignTestResponse,
  joinOffersBody,
} from '#contract/campaigns.ts'
import { idParams, paging } from '#contract/codecs.ts'
import { leaveBody, receivedResponse } from '#contract/messages.ts'
import { stopPath } from '#rules/campaigns.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Offers']
const config = { access: 'texts' } as const

export function campaignRoutes(api: Api, { campaigns, messages }: Shop): void {
  api.route({
    method: 'GET',
    url: '/campaigns',
    config,
    schema: {
      tags,
      querystring: z.strictObject(paging(20)),
      response: { 200: campaignListResponse },
    },
    handler: async (request, reply) => {
      const { total, ...listed } = await campaigns.list(request.query)
      describePage(request, reply, { total, ...request.query })
      return listed
    },
  })

  api.route({
    method: 'POST',
    url: '/campaigns',
    config,
    schema: { tags, body: campaignBody, response: { 201: campaignResponse } },
    handler: async (request, reply) =>
      reply.status(201).send(await campaigns.add(viewerOf(request), request.body)),
  })

  api.route({
    method: 'POST',
    url: '/campaigns/preview',
    config,
    schema: {
      tags,
      description: 'How many people agreed to offers and would get one now.',
      body: campaignPreviewBody,
      response: { 200: campaignPreviewResponse },
    },
    handler: (request) => campaigns.preview(request.body),
  })

  api.route({
    method: 'GET',
    url: '/campaigns/:id',
    config,
    schema: { tags, params: idParams, response: { 200: campaignResponse } },
    handler: ({ params }) => campaigns.read(params.id),
  })

  api.route({
    method: 'PUT',
    url: '/campaigns/:id',
    config,
    schema: { tags, params: idParams, body: campaignBody, response: { 200: campaignResponse } },
    handler: (request) => campaigns.edit(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/campaigns/:id',
    config: { access: 'deletion' },
    schema: { tags, params: idParams, response: { 200: receivedResponse } },
    handler: async (request) => {
      await campaigns.remove(viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })

  api.route({
    method: 'PUT',
    url: '/campaigns/:id/state',
    config,
    schema: {
      tags,
      description: 'Starts, plans, pauses, goes on with or stops an offer.',
      params: idParams,
      body: campaignStepBody,
      response: { 200: campaignResponse },
    },
    handler: (request) => campaigns.step(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'POST',
    url: '/campaigns/:id/test',
    config,
    schema: {
      tags,
      description: 'Sends it to your own phone or e-mail, and to nobody else.',
      params: idParams,
      response: { 200: campaignTestResponse },
    },
    handler: (request) => campaigns.test(viewerOf(request), request.params.id),
  })

  api.route({
    method: 'POST',
    url: '/offers',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'Agrees to offers to the phone of an order.',
      body: joinOffersBody,
      response: { 200: receivedResponse },
    },
    handler: async (request) => {
      await campaigns.joinOffers(callerAddress(request), request.body)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/offers/leave',
    config: { access: 'anyone' },
    schema: { tags, body: leaveBody, response: { 200: receivedResponse } },
    handler: async (request) => {
      await messages.leaveOffers(request.body.secret)
      return { success: true as const }
    },
  })
}

/** What stands in an SMS is short; the page behind it asks for a press, because programs open links to look at them. */
export function serveStopLinks(app: FastifyInstance): void {
  app.get(`${stopPath}:secret`, { config: { access: 'anyone' } }, async (request, reply) => {
    const { data } = leaveBody.safeParse(request.params)
    return reply.redirect(`/newsletter/leave?offers=${encodeURIComponent(data?.secret ?? '')}`)
  })
}
