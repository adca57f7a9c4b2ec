import { dashboardResponse, officeCountsResponse, versionResponse } from '#contract/dashboard.ts'
import { may } from '#rules/rights.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Dashboard']

export function dashboardRoutes(api: Api, { alerts, dashboard, version }: Shop): void {
  api.route({
    method: 'GET',
    url: '/dashboard',
    config: { access: 'figures' },
    schema: { tags, response: { 200: dashboardResponse } },
    handler: () => dashboard.read(),
  })

  api.route({
    method: 'GET',
    url: '/dashboard/counts',
    config: { access: 'office' },
    schema: {
      tags,
      description: 'What waits for somebody, as far as it is a matter of whoever asks.',
      response: { 200: officeCountsResponse },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      const { paymentsToReview, reviewsToRead, ...counts } = await dashboard.countForOffice()
      return {
        ...counts,
        newestSound: await alerts.findNewestSound(viewer),
        ...(may(viewer, 'money') ? { paymentsToReview } : {}),
        ...(may(viewer, 'texts') ? { reviewsToRead } : {}),
      }
    },
  })

  api.route({
    method: 'GET',
    url: '/version',
    config: { access: 'office' },
    schema: { tags, response: { 200: versionResponse } },
    handler: async () => version,
  })
}
