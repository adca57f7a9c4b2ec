import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { idParams, paging } from '#contract/codecs.ts'
import {
  checkDiscountsBody,
  checkedDiscountsResponse,
  discountBody,
  discountResponse,
  expectedSale,
  makeCodesBody,
  saleBody,
  saleResponse,
} from '#contract/sales-and-discounts.ts'
import { discountCodesCsvFileName } from '#rules/csv.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const saleTags = ['Sales']

export function saleRoutes(api: Api, { sales }: Shop): void {
  api.route({
    method: 'GET',
    url: '/sales',
    config: { access: 'catalogue' },
    schema: {
      tags: saleTags,
      description: 'Those that run or are to come, and the latest that are over.',
      response: { 200: z.array(saleResponse) },
    },
    handler: () => sales.list(),
  })

  api.route({
    method: 'POST',
    url: '/sales',
    config: { access: 'catalogue' },
    schema: {
      tags: saleTags,
      description:
        'Takes percent or amount off, for all products, a category or chosen products, never below floor. Where several sales hold, the lowest price counts.',
      body: saleBody,
      response: { 201: saleResponse },
    },
    handler: async (request, reply) => {
      const added = await sales.add(viewerOf(request), request.body)
      reply.status(201)
      return added
    },
  })

  api.route({
    method: 'PUT',
    url: '/sales/:id',
    config: { access: 'catalogue' },
    schema: { tags: saleTags, params: idParams, body: saleBody, response: { 200: saleResponse } },
    handler: (request) => sales.edit(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'POST',
    url: '/sales/:id/end',
    config: { access: 'catalogue' },
    schema: {
      tags: saleTags,
      description: 'From this moment on the regular prices hold again.',
      params: idParams,
      body: expectedSale,
      response: { 200: saleResponse },
    },
    handler: (request) => sales.end(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/sales/:id',
    config: { access: 'deletion' },
    schema: {
      tags: saleTags,
      params: idParams,
      querystring: expectedSale,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await sales.remove(viewerOf(request), request.params.id, request.query)
      return { success: true as const }
    },
  })
}

const discountTags = ['Discounts']

export function discountRoutes(api: Api, { discounts, now }: Shop): void {
  api.route({
    method: 'POST',
    url: '/discounts/check',
    config: { access: 'anyone' },
    schema: {
      tags: discountTags,
      description:
        'What a cart costs with the discounts that hold now, and why a code does not. Nothing is reserved: the order decides. Whoever tries many codes that do not exist has to wait.',
      body: checkDiscountsBody,
      response: { 200: checkedDiscountsResponse },
    },
    handler: (request) => discounts.check(callerAddress(request), request.body),
  })

  api.route({
    method: 'GET',
    url: '/discounts',
    config: { access: 'catalogue' },
    schema: {
      tags: discountTags,
      querystring: z.strictObject(paging(50)),
      response: { 200: z.array(discountResponse) },
    },
    handler: async (request, reply) => {
      const { discounts: found, total } = await discounts.list(request.query)
      describePage(request, reply, { total, ...request.query })
      return found
    },
  })

  api.route({
    method: 'POST',
    url: '/discounts',
    config: { access: 'catalogue' },
    schema: { tags: discountTags, body: discountBody, response: { 201: discountResponse } },
    handler: async (request, reply) => {
      const added = await discounts.add(viewerOf(request), request.body)
      return reply.status(201).send(added)
    },
  })

  api.route({
    method: 'GET',
    url: '/discounts/:id',
    config: { access: 'catalogue' },
    schema: { tags: discountTags, params: idParams, response: { 200: discountResponse } },
    handler: ({ params }) => discounts.get(params.id),
  })

  api.route({
    method: 'PUT',
    url: '/discounts/:id',
    config: { access: 'catalogue' },
    schema: { tags: discountTags, params: idParams, body: discountBody, response: { 200: discountResponse } },
    handler: (request) => discounts.edit(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/discounts/:id',
    config: { access: 'deletion' },
    schema: {
      tags: discountTags,
      params: idParams,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await discounts.remove(viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })

  api.route({
    method: 'POST',
    url: '/discounts/:id/codes',
    config: { access: 'catalogue' },
    schema: {
      tags: discountTags,
      description: 'Makes codes that each hold for one order; at most 1000 at once.',
      params: idParams,
      body: makeCodesBody,
      response: { 201: discountResponse },
    },
    handler: async (request, reply) => {
      const made = await discounts.makeCodes(viewerOf(request), request.params.id, request.body)
      return reply.status(201).send(made)
    },
  })

  api.route({
    method: 'GET',
    url: '/discounts/:id/codes.csv',
    config: { access: 'exports', takesTickets: true, recentPassword: true },
    schema: {
      tags: discountTags,
      params: idParams,
      querystring: z.strictObject(ticketField),
      produces: ['text/csv'],
    },
    handler: async ({ params }, reply) => {
      await discounts.get(params.id)
      const name = discountCodesCsvFileName(params.id, now())
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(discounts.exportCodes(params.id)))
    },
  })
}
