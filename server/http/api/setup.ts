import { doneResponse } from '#contract/accounts.ts'
import {
  confirmBody,
  confirmParams,
  openingBody,
  ownerInviteResponse,
  samplesResponse,
  setupResponse,
} from '#contract/setup.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { letPreview } from '../closed-shop.ts'
import type { Api } from '../typed-api.ts'

const tags = ['First day']

export function setupRoutes(api: Api, shop: Shop): void {
  const { opening, setup } = shop

  api.route({
    method: 'GET',
    url: '/setup',
    config: { access: 'settings' },
    schema: {
      tags,
      description: 'Whether the shop is open, and what is left to do before.',
      response: { 200: setupResponse },
    },
    handler: (request) => setup.read(viewerOf(request)),
  })

  api.route({
    method: 'PUT',
    url: '/setup/opening',
    config: { access: 'settings' },
    schema: {
      tags,
      description: 'Opens the shop for everybody, or closes it again.',
      body: openingBody,
      response: { 200: setupResponse },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await opening.setOpen(viewer, request.body.isOpen)
      return await setup.read(viewer)
    },
  })

  api.route({
    method: 'PUT',
    url: '/setup/items/:item',
    config: { access: 'settings' },
    schema: {
      tags,
      description: 'Ticks what is right as it is.',
      params: confirmParams,
      body: confirmBody,
      response: { 200: setupResponse },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await opening.setConfirmed(viewer, request.params.item, request.body.isConfirmed)
      return await setup.read(viewer)
    },
  })

  api.route({
    method: 'POST',
    url: '/setup/preview',
    config: { access: 'office' },
    schema: {
      tags,
      description: 'Lets this browser see the pages of a shop that is not open yet, for a day.',
      response: { 200: doneResponse },
    },
    handler: async (_request, reply) => {
      const { isOpen, previewKey } = await opening.read()
      if (!isOpen) letPreview(shop, reply, previewKey)
      return { success: true } as const
    },
  })

  api.route({
    method: 'GET',
    url: '/setup/samples',
    config: { access: 'deletion' },
    schema: {
      tags,
      description: 'What would go with the samples, and what would stay.',
      response: { 200: samplesResponse },
    },
    handler: () => setup.countSamples(),
  })

  api.route({
    method: 'DELETE',
    url: '/setup/samples',
    config: { access: 'deletion', recentPassword: true },
    schema: {
      tags,
      description: 'Removes the samples for good. Answers what has gone.',
      response: { 200: samplesResponse },
    },
    handler: (request) => setup.removeSamples(viewerOf(request)),
  })

  api.route({
    method: 'POST',
    url: '/setup/owner-link',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'For somebody with an account of the sample shop: a link to make an own one.',
      response: { 201: ownerInviteResponse },
    },
    handler: async (request, reply) => {
      const link = await setup.inviteFromDemo(viewerOf(request))
      return reply.status(201).send({ link })
    },
  })
}
