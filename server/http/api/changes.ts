import { changersResponse, changesQuery, changesResponse } from '#contract/changes.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Changes']

export function changeRoutes(api: Api, { changes }: Shop): void {
  api.route({
    method: 'GET',
    url: '/changes',
    config: { access: 'changes' },
    schema: {
      tags,
      description: 'What the staff changed, the newest first; `before` goes on where the last answer ended.',
      querystring: changesQuery,
      response: { 200: changesResponse },
    },
    handler: ({ query }) => changes.list(query),
  })

  api.route({
    method: 'GET',
    url: '/changes/people',
    config: { access: 'changes' },
    schema: {
      tags,
      description: 'Everybody who ever changed something.',
      response: { 200: changersResponse },
    },
    handler: () => changes.listPeople(),
  })
}
