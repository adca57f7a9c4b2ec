import { z } from 'zod'
import { doneResponse } from '#contract/accounts.ts'
import {
  connectionParams,
  deliveriesQuery,
  deliveryParams,
  deliveryResponse,
  keyBody,
  keyResponse,
  newKeyResponse,
  newSecretResponse,
  webhookBody,
  webhookChangeBody,
  webhookResponse,
} from '#contract/team.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'

const tags = ['Connections']

/** How other tools of the owner get at the shop, and how the shop calls them. For admins; a key opens none of it. */
export function connectionRoutes(api: Api, shop: Shop): void {
  keyRoutes(api, shop)
  webhookRoutes(api, shop)
  deliveryRoutes(api, shop)
}

function keyRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/keys',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Keys that were not revoked, the newest first.',
      response: { 200: z.array(keyResponse) },
    },
    handler: () => accounts.listKeys(),
  })

  api.route({
    method: 'POST',
    url: '/keys',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'A key with the rights of a role, sent as `Authorization: Bearer adom_…`.',
      body: keyBody,
      response: { 201: newKeyResponse },
    },
    handler: async (request, reply) =>
      reply.status(201).send(await accounts.makeKey(viewerOf(request), request.body)),
  })

  api.route({
    method: 'DELETE',
    url: '/keys/:id',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'Revokes a key: it opens nothing from now on.',
      params: connectionParams,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.revokeKey(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })
}

function webhookRoutes(api: Api, { webhooks }: Shop): void {
  api.route({
    method: 'GET',
    url: '/webhooks',
    config: { access: 'team' },
    schema: { tags, response: { 200: z.array(webhookResponse) } },
    handler: () => webhooks.list(),
  })

  api.route({
    method: 'POST',
    url: '/webhooks',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'An address that is called when one of the events happens.',
      body: webhookBody,
      response: { 201: newSecretResponse },
    },
    handler: async (request, reply) =>
      reply.status(201).send(await webhooks.add(viewerOf(request), request.body)),
  })

  api.route({
    method: 'PUT',
    url: '/webhooks/:id',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'Changes where it goes and what it tells, pauses it or switches it on again.',
      params: connectionParams,
      body: webhookChangeBody,
      response: { 200: webhookResponse },
    },
    handler: (request) => webhooks.change(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'POST',
    url: '/webhooks/:id/secret',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'A new secret; the one before ends at once.',
      params: connectionParams,
      response: { 201: newSecretResponse },
    },
    handler: async (request, reply) =>
      reply.status(201).send(await webhooks.renewSecret(viewerOf(request), request.params.id)),
  })

  api.route({
    method: 'DELETE',
    url: '/webhooks/:id',
    config: { access: 'team', recentPassword: true },
    schema: { tags, params: connectionParams, response: { 200: doneResponse } },
    handler: async (request) => {
      await webhooks.remove(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })
}

function deliveryRoutes(api: Api, { webhooks }: Shop): void {
  api.route({
    method: 'POST',
    url: '/webhooks/:id/test',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'A call that tells nothing, to see whether it arrives.',
      params: connectionParams,
      response: { 201: deliveryResponse },
    },
    handler: async (request, reply) => reply.status(201).send(await webhooks.sendTest(request.params.id)),
  })

  api.route({
    method: 'GET',
    url: '/webhooks/:id/deliveries',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Every call of the last 30 days, the newest first.',
      params: connectionParams,
      querystring: deliveriesQuery,
      response: { 200: z.array(deliveryResponse) },
    },
    handler: async (request, reply) => {
      const { deliveries, total } = await webhooks.listDeliveries(request.params.id, request.query)
      describePage(request, reply, { total, ...request.query })
      return deliveries
    },
  })

  api.route({
    method: 'POST',
    url: '/webhooks/:id/deliveries/:delivery/again',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'The same call with the same number, now.',
      params: deliveryParams,
      response: { 200: deliveryResponse },
    },
    handler: ({ params: { id, delivery } }) => webhooks.sendAgain(id, delivery),
  })
}
