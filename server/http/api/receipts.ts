import { idParams } from '#contract/codecs.ts'
import {
  officeReceiptsResponse,
  receiptFileQuery,
  receiptsBody,
  receiptsResponse,
} from '#contract/receipts.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Receipts']

export function receiptRoutes(api: Api, { receipts, settings }: Shop): void {
  api.route({
    method: 'POST',
    url: '/receipts',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags,
      description:
        'Receipts, invoices and credit notes of an order, the newest first: for its customer, by sign-in or with tracking code and phone number, and for the staff.',
      body: receiptsBody,
      response: { 200: receiptsResponse },
    },
    handler: async (request) => {
      const asker = { viewer: request.viewer, address: callerAddress(request) }
      return { documents: await receipts.show(asker, request.body) }
    },
  })

  api.route({
    method: 'GET',
    url: '/receipts/:id/pdf',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'The document as a file. Its address, with the key, comes with the document.',
      params: idParams,
      querystring: receiptFileQuery,
      produces: ['application/pdf'],
    },
    handler: async ({ params, query }, reply) => {
      const { bytes, name } = await receipts.files.find(params.id, query.key)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.header('cache-control', 'private, no-store')
      return reply.type('application/pdf').send(bytes)
    },
  })

  const forOffice = async (id: number) => ({
    documents: await receipts.list(id),
    is_set_up: (await settings.read()).receipts.name !== '',
  })

  api.route({
    method: 'GET',
    url: '/orders/:id/receipts',
    config: { access: 'orders' },
    schema: { tags, params: idParams, response: { 200: officeReceiptsResponse } },
    handler: ({ params }) => forOffice(params.id),
  })

  api.route({
    method: 'POST',
    url: '/orders/:id/receipts',
    config: { access: 'orders' },
    schema: {
      tags,
      description:
        'Issues a receipt, or an invoice while something is left to pay. Where one stands that says what the order is, nothing is added.',
      params: idParams,
      response: { 200: officeReceiptsResponse },
    },
    handler: async (request) => {
      const { id } = request.params
      await receipts.issue(viewerOf(request), id)
      return await forOffice(id)
    },
  })
}
