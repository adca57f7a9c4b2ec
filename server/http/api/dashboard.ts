import { dashboardResponse, officeCountsResponse, versionResponse } from '#contract/dashboard.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Dashboard']

export function dashboardRoutes(api: Api, { dashboard, version }: Shop): void {
  api.route({
    method: 'GET',
    url: '/dashboard',
    config: { access: 'admin' },
    schema: { tags, response: { 200: dashboardResponse } },
    handler: () => dashboard.read(),
  })

  api.route({
    method: 'GET',
    url: '/dashboard/counts',
    config: { access: 'admin' },
    schema: { tags, response: { 200: officeCountsResponse } },
    handler: () => dashboard.countForOffice(),
  })

  api.route({
    method: 'GET',
    url: '/version',
    config: { access: 'admin' },
    schema: { tags, response: { 200: versionResponse } },
    handler: async () => version,
  })
}
