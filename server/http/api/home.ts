import { homeBody, homeResponse } from '#contract/home.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Settings']

export function homeRoutes(api: Api, { home }: Shop): void {
  api.route({
    method: 'GET',
    url: '/home',
    config: { access: 'texts' },
    schema: { tags, response: { 200: homeResponse } },
    handler: async () => await home.read(),
  })

  api.route({
    method: 'PUT',
    url: '/home',
    config: { access: 'texts' },
    schema: {
      tags,
      description: 'The whole page. A page that somebody else changed since `expected` answers 409.',
      body: homeBody,
      response: { 200: homeResponse },
    },
    handler: async (request) => await home.save(viewerOf(request).id, request.body),
  })
}
