import { z } from 'zod'
import { productResponse, withFormFields } from '#contract/catalogue.ts'
import { idParams } from '#contract/fields.ts'
import { choicesOrder, type ProductForm, productForm } from '#contract/product-form.ts'
import { Refusal } from '#contract/refusals.ts'
import { mostProductPictures } from '#rules/product-fields.ts'
import type { FilledForm } from '#server/features/catalogue/save-product.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { usualLimits } from '../limits.ts'
import type { Api } from '../typed-api.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Products']

const uploading = {
  config: { access: 'products', upload: true },
  handlerTimeout: usualLimits.uploadMs,
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
