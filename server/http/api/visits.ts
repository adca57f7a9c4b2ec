import type { FastifyRequest } from 'fastify'
import { visitBody, visitResponse, visitsQuery, visitsResponse } from '#contract/visits.ts'
import { isProgram, longestReport } from '#rules/visits.ts'
import type { Shop } from '#server/shop.ts'
import { callerAddress } from '../proxies.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Visits']

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
      tags,
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
    schema: { tags, querystring: visitsQuery, response: { 200: visitsResponse } },
    handler: ({ query }) => visits.read(query.days),
  })
}

/** Read from the request and forgotten with it. */
function isByPerson({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  const isAhead = /prefetch|prerender/.test(`${headers['sec-purpose']} ${headers.purpose}`)
  return (site === undefined || site === 'same-origin') && !isAhead && !isProgram(headers['user-agent'])
}
