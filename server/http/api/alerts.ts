import { doneResponse } from '#contract/accounts.ts'
import { alertChoiceBody, alertsResponse, phoneBody, phoneParams } from '#contract/alerts.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Alerts']

/** Of what somebody of the staff hears, and how. Everybody decides for themselves. */
export function alertRoutes(api: Api, { alerts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/alerts',
    config: { access: 'office' },
    schema: { tags, response: { 200: alertsResponse } },
    handler: (request) => alerts.read(viewerOf(request)),
  })

  api.route({
    method: 'PUT',
    url: '/alerts',
    config: { access: 'office' },
    schema: {
      tags,
      description: 'Switches one way of hearing of one kind of thing on or off.',
      body: alertChoiceBody,
      response: { 200: alertsResponse },
    },
    handler: (request) => alerts.choose(viewerOf(request), request.body),
  })

  api.route({
    method: 'PUT',
    url: '/alerts/phone',
    config: { access: 'office' },
    schema: {
      tags,
      description:
        'A browser that shows alerts, until it is removed or its session ends. The first one comes at once.',
      body: phoneBody,
      response: { 200: alertsResponse },
    },
    handler: (request) =>
      alerts.savePhone(viewerOf(request), request.body, request.headers['user-agent'] ?? ''),
  })

  api.route({
    method: 'DELETE',
    url: '/alerts/phones/:id',
    config: { access: 'office' },
    schema: { tags, params: phoneParams, response: { 200: doneResponse } },
    handler: async (request) => {
      await alerts.removePhone(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })
}
