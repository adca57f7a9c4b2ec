import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import { updateStockBody, updateStockResponse } from '#contract/catalogue.ts'
import { importResponse, productsChange, productsChangeResponse } from '#contract/product-form.ts'
import { Refusal } from '#contract/refusals.ts'
import { longestZipBytes, productsCsvFileName } from '#rules/csv.ts'
import { isRecord } from '#rules/is-record.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { usualLimits } from '../limits.ts'
import type { Api } from '../typed-api.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Products']

const flag = z.enum(['0', '1']).optional()

const importForm = z.strictObject({
  dry_run: flag,
  make_categories: flag,
  hide_new: flag,
})

export function bulkProductsRoutes(api: Api, { catalogue, now }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products/bulk',
    config: { access: 'products', alsoNeeds: (body) => (isDeletion(body) ? 'deletion' : null) },
    schema: { tags, body: productsChange, response: { 200: productsChangeResponse } },
    handler: async (request) => ({
      success: true as const,
      ...(await catalogue.bulkUpdate(viewerOf(request), request.body)),
    }),
  })

  api.route({
    method: 'GET',
    url: '/products.csv',
    config: { access: 'exports', takesTickets: true, recentPassword: true },
    // A long list to a slow telephone takes its time.
    handlerTimeout: 600_000,
    schema: { tags, querystring: z.strictObject(ticketField), produces: ['text/csv'] },
    handler: async (_request, reply) => {
      reply.header('content-disposition', `attachment; filename="${productsCsvFileName(now())}"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(catalogue.exportAll()))
    },
  })

  api.route({
    method: 'POST',
    url: '/products/import',
    config: { access: 'catalogue', upload: true },
    handlerTimeout: usualLimits.uploadMs,
    schema: {
      tags,
      description:
        'A multipart form with the spreadsheet as the file `file`, and a ZIP with the pictures that its column images names as the file `pictures`; dry_run=1, which is the default, only says what would happen. make_categories=1 adds the categories that the shop has not, hide_new=1 hides the new products until somebody shows them.',
      consumes: ['multipart/form-data'],
      response: { 200: importResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(
        request,
        importForm,
        { file: 1, pictures: 1 },
        longestZipBytes,
      )
      const [file] = files.get('file') ?? []
      if (!file) throw new Refusal('invalid_input', { fields: { file: 'Please choose a CSV file' } })
      const isRehearsal = fields.dry_run !== '0'
      const [pictures] = files.get('pictures') ?? []
      const imported = await catalogue.import(
        viewerOf(request),
        { sheet: file, pictures },
        {
          isRehearsal,
          makesCategories: fields.make_categories === '1',
          hidesNew: fields.hide_new === '1',
        },
      )
      if (isRehearsal || imported.done) return imported
      const text = 'Nothing was imported, because some lines have mistakes.'
      throw new Refusal('invalid_input', { text, details: imported })
    },
  })

  api.route({
    method: 'POST',
    url: '/products/update-stock',
    config: { access: 'products' },
    schema: { tags, body: updateStockBody, response: { 200: updateStockResponse } },
    handler: async (request) => {
      const updated = await catalogue.sellAtCounter(viewerOf(request), request.body)
      return { success: true as const, updated }
    },
  })
}

function isDeletion(body: unknown): boolean {
  return isRecord(body) && body.action === 'delete'
}
