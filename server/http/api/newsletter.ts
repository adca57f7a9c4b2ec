import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { idParams } from '#contract/fields.ts'
import { readerListQuery, readerResponse, removeReaderBody } from '#contract/messages.ts'
import { newsletterCsvFileName } from '#rules/csv.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Newsletter']

export function newsletterRoutes(api: Api, { messages, now }: Shop): void {
  api.route({
    method: 'GET',
    url: '/newsletter',
    config: { access: 'texts' },
    schema: {
      tags,
      description: 'Everybody who gets the newsletter, the newest first.',
      querystring: readerListQuery,
      response: { 200: z.array(readerResponse) },
    },
    handler: async (request, reply) => {
      const { readers, total } = await messages.listReaders(request.query)
      describePage(request, reply, { total, ...request.query })
      return readers
    },
  })

  api.route({
    method: 'GET',
    url: '/newsletter.csv',
    config: { access: 'exports', takesTickets: true, recentPassword: true },
    // A long list to a slow telephone takes its time.
    handlerTimeout: 600_000,
    schema: { tags, querystring: z.strictObject(ticketField), produces: ['text/csv'] },
    handler: async (_request, reply) => {
      reply.header('content-disposition', `attachment; filename="${newsletterCsvFileName(now())}"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(messages.exportReaders()))
    },
  })

  api.route({
    method: 'PUT',
    url: '/newsletter/:id',
    config: { access: 'texts' },
    schema: { tags, params: idParams, body: removeReaderBody, response: { 200: readerResponse } },
    handler: (request) => messages.removeReader(viewerOf(request), request.params.id, request.body.removed),
  })
}
