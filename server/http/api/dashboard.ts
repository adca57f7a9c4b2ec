import type { FastifyRequest } from 'fastify'
import {
  changersResponse,
  changesQuery,
  changesResponse,
  dashboardResponse,
  officeCountsResponse,
  versionResponse,
  visitBody,
  visitResponse,
  visitsQuery,
  visitsResponse,
} from '#contract/dashboard.ts'
import { may } from '#rules/rights.ts'
import { isProgram, longestReport } from '#rules/visits.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

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

const visitTags = ['Visits']

/** More than a person sends, and as much as a village behind one address does. */
const reportsPerMinute = 120

export function visitRoutes(api: Api, { visits }: Shop): void {
  const countReport = api.createRateLimit({
    max: reportsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: callerAddress,
    // The usual one leaves out routes that are not limited otherwise.
    allowList: [],
  })

  api.route({
    method: 'POST',
    url: '/visits',
    // The shop's own count is enough: pages that are looked at take nothing from what orders and searches may ask.
    config: { access: 'anyone', rateLimit: false },
    bodyLimit: longestReport,
    // No line with an address for each page that somebody looks at.
    logLevel: 'warn',
    schema: {
      tags: visitTags,
      description: 'Counts a page view or an add to cart. Nothing about the visitor is stored.',
      body: visitBody,
      response: { 200: visitResponse },
    },
    handler: async (request) => {
      const { isAllowed, ...limit } = await countReport(request)
      const isWithin = isAllowed || !('isExceeded' in limit && limit.isExceeded)
      if (isWithin && isByPerson(request)) visits.report(request.body)
      return { success: true } as const
    },
  })

  api.route({
    method: 'GET',
    url: '/visits',
    config: { access: 'figures' },
    schema: { tags: visitTags, querystring: visitsQuery, response: { 200: visitsResponse } },
    handler: ({ query }) => visits.read(query.days),
  })
}

/** Read from the request and forgotten with it. */
function isByPerson({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  const isAhead = /prefetch|prerender/.test(`${headers['sec-purpose']} ${headers.purpose}`)
  return (site === undefined || site === 'same-origin') && !isAhead && !isProgram(headers['user-agent'])
}

const changeTags = ['Changes']

export function changeRoutes(api: Api, { changes }: Shop): void {
  api.route({
    method: 'GET',
    url: '/changes',
    config: { access: 'changes' },
    schema: {
      tags: changeTags,
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
      tags: changeTags,
      description: 'Everybody who ever changed something.',
      response: { 200: changersResponse },
    },
    handler: () => changes.listPeople(),
  })
}
