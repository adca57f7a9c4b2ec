import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toCachedResponse } from '../platform/cached-answer.ts'
import type { Context } from '../platform/context.ts'
import type { Topic } from '../platform/database/invalidation.ts'
import { openPageCache, type PageCache, type Ticket } from '../platform/page-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everyone and is kept until something that it shows changes. */
    kept?: {
      shows: readonly Topic[]
      /** Asked with others, it is made anew: nobody can fill the memory with made-up ones. */
      parameters: readonly string[]
    }
  }
  interface FastifyRequest {
    keepTicket: Ticket | null
  }
}

export type KeptAnswers = Pick<PageCache, 'find' | 'begin' | 'store'>

/** Answers that were made once and are sent to everybody, until somebody changes what they show. */
export function openKeptAnswers(app: FastifyInstance, { invalidation, clock }: Context): KeptAnswers {
  const cache = openPageCache({ maxBytes: 64 * 1024 * 1024, maxAgeMs: 60_000, clock })
  const unsubscribe = invalidation.subscribe((topic) => cache.drop(topic))
  app.addHook('onClose', async () => unsubscribe())
  return {
    ...cache,
    // While nobody tells us about changes, nothing is served from memory.
    find: (key) => (invalidation.isListening() ? cache.find(key) : null),
  }
}

/** However the same address is asked for, this is its name among the kept answers. */
export function keptName(path: string, search: string): string {
  return `${search} ${path}`
}

/** Null for an address that could be written in another way: the page door knows which page it means. */
export function plainName(address: string): string | null {
  if (address.includes('%')) return null
  const asked = address.indexOf('?')
  return asked === -1 ? keptName(address, '') : keptName(address.slice(0, asked), address.slice(asked))
}

/** Routes of the API that say `kept`. What comes with a token is never kept. */
export function keepApiAnswers(app: FastifyInstance, kept: KeptAnswers): void {
  app.decorateRequest('keepTicket', null)
  app.addHook('onRoute', (route) => {
    const plan = route.config?.kept
    // Fastify makes the HEAD route out of the GET route, with what is added here.
    if (plan === undefined || route.method !== 'GET') return
    route.preHandler = async (request: FastifyRequest) => {
      const isForEveryone = request.headers.authorization === undefined
      if (isForEveryone && asksOnlyFor(plan.parameters, request)) request.keepTicket = kept.begin(plan.shows)
    }
    route.onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const name = plainName(request.url)
      if (request.keepTicket === null || name === null || reply.statusCode !== 200) return payload
      const answer = { status: 200, headers: headersOf(reply), body: Buffer.from(String(payload)) }
      kept.store(request.keepTicket, name, await toCachedResponse(answer))
      return payload
    }
  })
}

function asksOnlyFor(parameters: readonly string[], { url }: FastifyRequest): boolean {
  const { searchParams } = new URL(url, 'http://shop')
  return searchParams.keys().every((name) => parameters.includes(name))
}

const madeForOne = /^(x-request-id|content-length|x-ratelimit-|retry-after|date)/

function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !madeForOne.test(name))
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
}
