import { z } from 'zod'
import {
  homeBody,
  homeResponse,
  listedPage,
  newPageBody,
  pageBody,
  pageParams,
  pagePreviewBody,
  pagePreviewResponse,
  pageResponse,
  pagesResponse,
  readTextsResponse,
  restoreBody,
  versionParams,
  versionResponse,
} from '#contract/content.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'

const tags = ['Pages']
const config = { access: 'texts' } as const

/** The longest text that the form allows, in any letters. */
const bodyLimit = 1024 * 1024

const overwriting = 'With expected (the updated_at that was seen) nobody else is overwritten.'

/** The texts of the shop, for whoever writes them; readers get them as pages. */
export function pageRoutes(api: Api, { pages }: Shop): void {
  api.route({
    method: 'GET',
    url: '/pages',
    config,
    schema: { tags, response: { 200: pagesResponse } },
    handler: () => pages.list(),
  })

  api.route({
    method: 'POST',
    url: '/pages',
    config,
    bodyLimit,
    schema: {
      tags,
      description: 'Writes a page of the owner’s own. Its address is made from its title.',
      body: newPageBody,
      response: { 201: listedPage },
    },
    handler: async (request, reply) => {
      const { in_footer: isInFooter, ...written } = request.body
      const slug = await pages.create(viewerOf(request), { ...written, questions: [], isInFooter })
      reply.status(201).header('location', `/api/pages/${slug}`)
      return pages.get(slug)
    },
  })

  api.route({
    method: 'GET',
    url: '/pages/read',
    config,
    schema: { tags, response: { 200: readTextsResponse } },
    handler: () => pages.countRead(),
  })

  api.route({
    method: 'POST',
    url: '/pages/preview',
    config,
    bodyLimit,
    schema: { tags, body: pagePreviewBody, response: { 200: pagePreviewResponse } },
    handler: ({ body: { kind: _, ...text } }) => pages.preview(text),
  })

  api.route({
    method: 'GET',
    url: '/pages/:slug',
    config,
    schema: { tags, params: pageParams, response: { 200: pageResponse } },
    handler: ({ params }) => pages.get(params.slug),
  })

  api.route({
    method: 'PUT',
    url: '/pages/:slug',
    config,
    bodyLimit,
    schema: {
      tags,
      description: `Keeps a draft, publishes the text or takes the page down. ${overwriting}`,
      params: pageParams,
      body: pageBody,
      response: { 200: pageResponse },
    },
    handler: async (request) => {
      const { in_footer: isInFooter, ...written } = request.body
      await pages.save(viewerOf(request), request.params.slug, { ...written, isInFooter })
      return pages.get(request.params.slug)
    },
  })

  api.route({
    method: 'DELETE',
    url: '/pages/:slug',
    config: { access: 'deletion' },
    schema: { tags, params: pageParams, response: { 200: z.object({ success: z.literal(true) }) } },
    handler: async (request) => {
      await pages.delete(viewerOf(request), request.params.slug)
      return { success: true as const }
    },
  })

  api.route({
    method: 'GET',
    url: '/pages/:slug/versions/:version',
    config,
    schema: {
      tags,
      description: 'A text that was published once; 0 is the one that every shop begins with.',
      params: versionParams,
      response: { 200: versionResponse },
    },
    handler: ({ params: { slug, version } }) => pages.getVersion(slug, version || null),
  })

  api.route({
    method: 'POST',
    url: '/pages/:slug/restore',
    config,
    schema: {
      tags,
      description: `Shows an older text again. ${overwriting}`,
      params: pageParams,
      body: restoreBody,
      response: { 200: pageResponse },
    },
    handler: async (request) => {
      await pages.restore(viewerOf(request), request.params.slug, request.body)
      return pages.get(request.params.slug)
    },
  })

  api.route({
    method: 'POST',
    url: '/pages/:slug/read',
    config,
    schema: {
      tags,
      description: 'Says that the text is right for this shop as it is.',
      params: pageParams,
      response: { 200: pageResponse },
    },
    handler: async (request) => {
      await pages.markRead(viewerOf(request), request.params.slug)
      return pages.get(request.params.slug)
    },
  })
}

const homeTags = ['Settings']

export function homeRoutes(api: Api, { home }: Shop): void {
  api.route({
    method: 'GET',
    url: '/home',
    config: { access: 'texts' },
    schema: { tags: homeTags, response: { 200: homeResponse } },
    handler: async () => await home.read(),
  })

  api.route({
    method: 'PUT',
    url: '/home',
    config: { access: 'texts' },
    schema: {
      tags: homeTags,
      description: 'The whole page. A page that somebody else changed since `expected` answers 409.',
      body: homeBody,
      response: { 200: homeResponse },
    },
    handler: async (request) => await home.save(viewerOf(request).id, request.body),
  })
}
