import { getHeapStatistics } from 'node:v8'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'

/** How much the doors take, and how long they wait, before they say no. 0 switches lag and memory off. */
export type DoorLimits = {
  /** So late would the next answer be: whoever comes now is asked to come back. */
  lagMs: number
  /** All memory of the process, photos that are on their way included. */
  memoryBytes: number
  /** What Node.js keeps the shop's own things in, with the garbage among them. */
  heapBytes: number
  lagCheckedEveryMs: number
  bodyBytes: number
  headersMs: number
  /** So long may a visitor say nothing on a line that stays open for the next request. */
  idleMs: number
  requestMs: number
  /** So long may our own work on an answer take. */
  answerMs: number
  /** A form with photos may take this long, as long as something keeps coming. */
  uploadMs: number
  /** So long may nothing, or next to nothing, come of it. */
  uploadSilenceMs: number
  /** All that a form with photos may weigh: eight photos as large as they may be, and its texts. */
  formBytes: number
  slownessCheckedEveryMs: number
}

export const usualLimits: Omit<DoorLimits, 'lagMs'> = {
  // One large photo from a phone is unpacked whole beside the shop's own work, and must not turn everybody away.
  memoryBytes: 1_000_000_000,
  // A full heap ends the process, so people are asked to wait before. Garbage alone does not come near it.
  heapBytes: Math.floor(getHeapStatistics().heap_size_limit * 0.85),
  lagCheckedEveryMs: 1_000,
  bodyBytes: 64 * 1024,
  headersMs: 5_000,
  idleMs: 5_000,
  requestMs: 10_000,
  answerMs: 15_000,
  uploadMs: 15 * 60_000,
  uploadSilenceMs: 30_000,
  formBytes: 136 * 1024 * 1024,
  slownessCheckedEveryMs: 1_000,
}

/** For whoever keeps the machine busy with something else than visitors. */
export const neverTooBusy = { lagMs: 0, memoryBytes: 0, heapBytes: 0 }

/**
 * More work than the machine can do is answered early and politely. Routes that cost next to nothing (`rateLimit: false`)
 * answer all the same, but /readyz says no: whoever sends visitors here shall send them elsewhere.
 */
export async function shedLoad(app: FastifyInstance, limits: DoorLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.lagMs,
    maxRssBytes: limits.memoryBytes,
    maxHeapUsedBytes: limits.heapBytes,
    sampleInterval: limits.lagCheckedEveryMs,
    pressureHandler: ({ routeOptions }) => {
      const costsNothing = routeOptions.config.rateLimit === false && routeOptions.url !== '/readyz'
      if (!costsNothing) throw new Refusal('busy', { retryAfterSeconds: 5 })
    },
  })
}

/**
 * A flood from one address is answered without work: asked before anything else, so that made-up tokens count too.
 * Routes with `rateLimit: false` cost so little that they are not counted.
 */
export async function limitRequests(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: '1 minute',
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  app.addHook('onRequest', app.rateLimit())
}
