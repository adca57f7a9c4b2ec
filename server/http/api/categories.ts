import { z } from 'zod'
import {
  type CategoryForm,
  categoryForm,
  categoryOrder,
  categoryResponse,
  mergeBody,
} from '#contract/catalogue-forms.ts'
import { idParams, isoDate } from '#contract/codecs.ts'
import { Refusal } from '#contract/refusals.ts'
import type { CategoryInput } from '#server/features/catalogue/save-category.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Categories']

const uploading = {
  config: { access: 'catalogue', upload: true },
} as const

const formInWords =
  'A multipart form: name, heading (of the shelf), alt (what the picture shows), focus_x and focus_y (where it is cropped last, in percent), hidden and in_footer as 1 or 0, home_place as a number or empty, and the file picture.'

export function categoryRoutes(api: Api, { categories }: Shop): void {
  api.route({
    method: 'GET',
    url: '/categories',
    config: { access: 'products' },
    schema: { tags, response: { 200: z.array(categoryResponse) } },
    handler: () => categories.list(),
  })

  api.route({
    method: 'POST',
    url: '/categories',
    ...uploading,
    schema: {
      tags,
      description: formInWords,
      consumes: ['multipart/form-data'],
      response: { 201: categoryResponse },
    },
    handler: async (request, reply) => {
      const { fields, files } = await readUpload(request, categoryForm, { picture: 1 })
      const added = await categories.add(viewerOf(request), toInput(fields, files.get('picture')))
      reply.status(201)
      return added
    },
  })

  api.route({
    method: 'PUT',
    url: '/categories',
    ...uploading,
    schema: {
      tags,
      description: `${formInWords} And id; what is left out stays as it is. With expected (the updated_at that was seen) nobody else is overwritten; remove_picture=1 takes the picture away. A new name takes the products along, and links with the old name lead to the new one.`,
      consumes: ['multipart/form-data'],
      response: { 200: categoryResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(request, categoryForm, { picture: 1 })
      const params = idParams.safeParse({ id: fields.id })
      if (!params.success) throw new Refusal('invalid_input', { fields: { id: 'Which category?' } })
      return categories.edit(viewerOf(request), params.data.id, toInput(fields, files.get('picture')))
    },
  })

  api.route({
    method: 'POST',
    url: '/categories/order',
    config: { access: 'catalogue' },
    schema: { tags, body: categoryOrder, response: { 200: z.array(categoryResponse) } },
    handler: async (request) => {
      await categories.sort(viewerOf(request), request.body)
      return categories.list()
    },
  })

  api.route({
    method: 'POST',
    url: '/categories/:id/merge',
    config: { access: 'deletion' },
    schema: {
      tags,
      description: 'Its products and links go over to another category, and it is gone.',
      params: idParams,
      body: mergeBody,
      response: { 200: categoryResponse },
    },
    handler: (request) => categories.merge(viewerOf(request), request.params.id, request.body),
  })

  api.route({
    method: 'DELETE',
    url: '/categories/:id',
    config: { access: 'deletion' },
    schema: {
      tags,
      description: 'Only without products; otherwise merge it.',
      params: idParams,
      querystring: z.strictObject({ expected: isoDate.optional() }),
      response: { 200: z.object({ success: z.literal(true) }) },
    },
    handler: async (request) => {
      await categories.remove(viewerOf(request), request.params.id, request.query)
      return { success: true as const }
    },
  })
}

function toInput({ id: _, ...fields }: CategoryForm, [photo]: Buffer[] = []): CategoryInput {
  return { ...fields, photo }
}
