import { Readable } from 'node:stream'
import { z } from 'zod'
import { ticketField } from '#contract/accounts.ts'
import {
  productResponse,
  stockAlertBody,
  stockAlertResponse,
  updateStockBody,
  updateStockResponse,
  withFormFields,
} from '#contract/catalogue.ts'
import {
  choicesOrder,
  importResponse,
  type ProductForm,
  productForm,
  productsChange,
  productsChangeResponse,
} from '#contract/catalogue-forms.ts'
import { idParams, paging, text } from '#contract/codecs.ts'
import { Refusal } from '#contract/refusals.ts'
import { longestZipBytes, productsCsvFileName } from '#rules/csv.ts'
import { isRecord } from '#rules/is-record.ts'
import { mostProductPictures } from '#rules/product-fields.ts'
import { productSorts } from '#rules/product-sorting.ts'
import type { FilledForm } from '#server/features/catalogue/save-product.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, requireRight, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'
import { readUpload } from '../uploads.ts'

const flag = z.enum(['0', '1']).optional()

const productQuery = z.strictObject({
  ...paging(100),
  category: text(60).optional(),
  q: text(100).optional(),
  article: text(120).optional().describe('Its sizes and shades, in their order'),
  sort: z.enum(productSorts).optional(),
  admin: flag.describe('Admins only: with updated_at and fda_number, which the form needs'),
  hidden: flag.describe('Admins only: what is hidden'),
  low_stock: flag.describe('Admins only: what is nearly or quite gone'),
})

export function productRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/products',
    config: {
      access: 'anyone',
      takesKeys: true,
      cached: { shows: ['catalogue'], parameters: ['page', 'limit', 'sort'] },
    },
    schema: { tags: ['Products'], querystring: productQuery, response: { 200: z.array(productResponse) } },
    handler: async (request, reply) => {
      const { admin, low_stock, hidden, ...filter } = request.query
      if (admin === '1' || low_stock === '1' || hidden === '1') requireRight(request, 'products')
      const stockAtMost = low_stock === '1' ? (await shop.settings.read()).lowStockLevel : undefined
      // What is hidden need not be in stock: asked for what is scarce, only what can be bought counts.
      const others = admin === '1' && low_stock !== '1' ? 'all' : 'shown'
      const visibility = hidden === '1' ? 'hidden' : others
      const isForForms = admin === '1'
      const { listForForms, listDetails } = shop.catalogue
      const list = isForForms ? listForForms : listDetails
      const { products, total } = await list({ ...filter, stockAtMost, visibility })
      describePage(request, reply, { total, ...filter })
      return isForForms ? products.map(withFormFields) : products
    },
  })

  api.route({
    method: 'GET',
    url: '/products/:id',
    config: { access: 'anyone', takesKeys: true, cached: { shows: ['catalogue'], parameters: [] } },
    schema: {
      tags: ['Products'],
      params: idParams,
      querystring: z.strictObject({ admin: flag }),
      response: { 200: productResponse },
    },
    handler: async (request) => {
      const isForAdmin = request.query.admin === '1'
      if (isForAdmin) requireRight(request, 'products')
      const { id } = request.params
      const product = await (isForAdmin ? shop.catalogue.findForForm(id) : shop.catalogue.find(id))
      if (product === null) throw new Refusal('product_not_found')
      return isForAdmin ? withFormFields(product) : product
    },
  })
}

const tags = ['Products']

const uploading = {
  config: { access: 'products', upload: true },
} as const

const formInWords =
  'A multipart form: name, description, brands, price, category, how_to_use, stock_quantity, featured, best_seller and hidden as 1 or 0, benefits one per line, ingredients by commas, fda_number, sku, article with choice_label and choice_colour for a size or shade, set_parts as a JSON list of product_id and quantity for a set, goes_with as a JSON list of numbers with goes_with_bought as 1 or 0, existingImages as a JSON list of addresses, and pictures as the files images.'

export function productAdminRoutes(api: Api, { catalogue }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products',
    ...uploading,
    schema: {
      tags,
      description: `${formInWords} choice_of names a product of which this is another size or shade, choice_of_label what that one is.`,
      consumes: ['multipart/form-data'],
      response: { 201: productResponse },
    },
    handler: async (request, reply) => {
      const { fields, files } = await readUpload(request, productForm, { images: mostProductPictures })
      const id = await catalogue.add(viewerOf(request), toForm(fields, files.get('images')))
      reply.status(201).header('location', `/api/products/${id}`)
      return withFormFields(await getProduct(id))
    },
  })

  api.route({
    method: 'PUT',
    url: '/products',
    ...uploading,
    schema: {
      tags,
      description: `${formInWords} And id; with expected (the updated_at that was seen) nobody else is overwritten, and with seen_stock the stock moves by the difference.`,
      consumes: ['multipart/form-data'],
      response: { 200: productResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(request, productForm, { images: mostProductPictures })
      const params = idParams.safeParse({ id: fields.id })
      if (!params.success) throw new Refusal('invalid_input', { fields: { id: 'Which product?' } })
      const { id } = params.data
      await catalogue.edit(viewerOf(request), id, toForm(fields, files.get('images')))
      return withFormFields(await getProduct(id))
    },
  })

  api.route({
    method: 'POST',
    url: '/products/choices',
    config: { access: 'products' },
    schema: {
      tags,
      description: 'Sorts the sizes and shades of one article; all of them must be named.',
      body: choicesOrder,
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await catalogue.sortChoices(viewerOf(request), request.body)
      return { success: true as const }
    },
  })

  api.route({
    method: 'DELETE',
    url: '/products/:id',
    config: { access: 'deletion' },
    schema: { tags, params: idParams, response: { 200: z.object({ success: z.literal(true) }) } },
    handler: async (request) => {
      await catalogue.remove(viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })

  async function getProduct(id: number) {
    const product = await catalogue.findForForm(id)
    if (product === null) throw new Refusal('product_not_found')
    return product
  }
}

function toForm({ id: _, ...fields }: ProductForm, photos: Buffer[] = []): FilledForm {
  const { stock, seenStock, expected, pictures, parts, choiceOf, choiceOfLabel, ...facts } = fields
  return { facts, choiceOf, choiceOfLabel, stock, seenStock, expected, parts, pictures, photos }
}

const importForm = z.strictObject({
  dry_run: flag,
  make_categories: flag,
  hide_new: flag,
})

export function bulkProductsRoutes(api: Api, { catalogue, now }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products/bulk',
    // All that an import has hidden is shown at once: two thousand products.
    config: {
      access: 'products',
      alsoNeeds: (body) => (isDeletion(body) ? 'deletion' : null),
      answerMs: 120_000,
    },
    schema: { tags, body: productsChange, response: { 200: productsChangeResponse } },
    handler: async (request) => ({
      success: true as const,
      ...(await catalogue.bulkUpdate(viewerOf(request), request.body)),
    }),
  })

  api.route({
    method: 'GET',
    url: '/products.csv',
    // A long list to a slow telephone takes its time.
    config: { access: 'exports', takesTickets: true, recentPassword: true, answerMs: 600_000 },
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

export function stockAlertRoutes(api: Api, { stockAlerts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products/:id/back-in-stock',
    config: { access: 'anyone' },
    schema: {
      tags: ['Products'],
      description: 'One message when a product that is sold out is back, in the order in which people asked.',
      params: idParams,
      body: stockAlertBody,
      response: { 201: stockAlertResponse },
    },
    handler: async (request, reply) => {
      await stockAlerts.ask(callerAddress(request), request.params.id, request.body)
      return reply.status(201).send({ success: true })
    },
  })
}
