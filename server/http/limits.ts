import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import rateLimit from '@fastify/rate-limit'
import underPressure, { type FastifyUnderPressureOptions } from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { callerAddress } from './proxies.ts'

/** How much the server takes, and how long it waits, before it says no. 0 switches lag and memory off. */
export type ServerLimits = {
  /** So late were most answers for two checks in a row, while many asked: whoever comes now is asked to come back. */
  lagMs: number
  /** Heap and buffers that are in use. Not what the system counts for the process: that does not shrink when they are free again. */
  memoryBytes: number
  /** What Node.js keeps the shop's own things in, with the garbage among them. */
  heapBytes: number
  lagCheckedEveryMs: number
  /** With fewer at once it is not they who keep the machine busy, and to refuse them would help nobody. */
  crowd: number
  bodyBytes: number
  headersMs: number
  /** So long may a visitor say nothing on a line that stays open for the next request. */
  idleMs: number
  requestMs: number
  /** So long may an answer take, with the time in which the body of its request comes. */
  answerMs: number
  /** So long is a page waited for of which an older copy is there. */
  staleAfterMs: number
  /** A form with photos may take this long, as long as something keeps coming. */
  uploadMs: number
  /** So long may nothing, or next to nothing, come of it. */
  uploadSilenceMs: number
  /** All that a form with photos may weigh: eight photos as large as they may be, and its texts. */
  formBytes: number
  /** So many forms with photos may be on their way from one account, from one address (which many people may share), and in all. */
  uploadsOfAccount: number
  uploadsOfAddress: number
  uploadsInAll: number
  /** What all of them together may take on the disk, and how many are read back into memory at once. */
  uploadBytesInAll: number
  uploadsInMemory: number
  slownessCheckedEveryMs: number
}

/** As the shop was started, see `memory.mjs`. */
const largestHeap = getHeapStatistics().heap_size_limit

export const usualLimits: Omit<ServerLimits, 'lagMs'> = {
  // Two forms with eight large photos each, the cached pages and a full heap are less than this.
  memoryBytes: largestHeap + 420_000_000,
  // A full heap ends the process, so people are asked to wait before. Garbage alone does not come near it.
  heapBytes: Math.floor(largestHeap * 0.85),
  lagCheckedEveryMs: 1_000,
  crowd: 10,
  bodyBytes: 64 * 1024,
  headersMs: 5_000,
  idleMs: 5_000,
  requestMs: 10_000,
  answerMs: 15_000,
  staleAfterMs: 4_000,
  uploadMs: 15 * 60_000,
  uploadSilenceMs: 30_000,
  formBytes: 136 * 1024 * 1024,
  uploadsOfAccount: 4,
  uploadsOfAddress: 12,
  uploadsInAll: 40,
  uploadBytesInAll: 2 * 1024 ** 3,
  uploadsInMemory: 2,
  slownessCheckedEveryMs: 1_000,
}

/** For whoever keeps the machine busy with something else than visitors. */
export const neverTooBusy = { lagMs: 0, memoryBytes: 0, heapBytes: 0 }

/**
 * More work than the machine can do is answered early and politely. What lies cached and routes that cost next to nothing
 * (`rateLimit: false`) answer all the same. /readyz says no when this process has no memory left: whoever sends visitors here
 * shall send them elsewhere. Lag is no reason for that. The processes of a machine lag together, and a proxy without any
 * target would refuse even what lies cached.
 */
export async function shedLoad(
  app: FastifyInstance,
  limits: ServerLimits,
  isCached: (request: FastifyRequest) => boolean,
): Promise<void> {
  const findOverload = openOverloadCheck(limits, watchLag(), watchCrowd(app))
  let overload: Overload = null
  await app.register(underPressure, {
    maxHeapUsedBytes: limits.heapBytes,
    sampleInterval: limits.lagCheckedEveryMs,
    healthCheck: async () => {
      overload = findOverload()
      return overload === null
    },
    healthCheckInterval: limits.lagCheckedEveryMs,
    pressureHandler: (request, _reply, type) => {
      const { config, url } = request.routeOptions
      const isLag = type === 'healthCheck' && overload === 'lag'
      const costsNothing = config.rateLimit === false && (isLag || url !== '/readyz')
      if (!costsNothing && !isCached(request)) throw new Refusal('busy', { retryAfterSeconds: 5 })
    },
  })
}

type Overload = 'lag' | 'memory' | null

const lagResolutionMs = 10

/**
 * One long pause makes nobody wait twice, so it is no reason to refuse anybody; pauses that go on are, where many ask at once.
 * A machine that is busy with something else serves the few who come, if slowly.
 */
export function openOverloadCheck(
  { lagMs, memoryBytes, crowd }: Pick<ServerLimits, 'lagMs' | 'memoryBytes' | 'crowd'>,
  medianLag: () => number,
  mostAtOnce: () => number,
): () => Overload {
  let lateChecks = 0
  return () => {
    const [lag, most] = [medianLag(), mostAtOnce()]
    lateChecks = lagMs > 0 && lag > lagMs && most >= crowd ? lateChecks + 1 : 0
    const { heapUsed, external } = process.memoryUsage()
    if (memoryBytes > 0 && heapUsed + external > memoryBytes) return 'memory'
    return lateChecks >= 2 ? 'lag' : null
  }
}

/** Half of what has run since the last look came later than this. */
function watchLag(): () => number {
  const delay = monitorEventLoopDelay({ resolution: lagResolutionMs })
  delay.enable()
  return () => {
    const median = delay.percentile(50) / 1e6 - lagResolutionMs
    delay.reset()
    return median
  }
}

/** How many requests were under way at the same time since the last look. */
function watchCrowd(app: FastifyInstance): () => number {
  let now = 0
  let most = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    now++
    most = Math.max(most, now)
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    now--
    done()
  })
  return () => {
    const seen = most
    most = now
    return seen
  }
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
    keyGenerator: callerAddress,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  app.addHook('onRequest', app.rateLimit())
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a form with files, which has a long way from a phone. */
    upload?: boolean
    /** So long may its answer take, where that is longer than usual. */
    answerMs?: number
    /** What a busy shop does with the route instead of refusing it. */
    pressureHandler?: FastifyUnderPressureOptions['pressureHandler']
  }
}

type Limits = Pick<ServerLimits, 'requestMs' | 'uploadSilenceMs' | 'formBytes' | 'slownessCheckedEveryMs'>

/** Slower than this, a photo would not arrive on the same day. */
const leastBytesPerSecond = 500

/**
 * Hangs up on whoever is too slow to finish a request. An ordinary one must be here within seconds. A form with photos
 * only has to keep coming: on a weak network 15 MB take minutes, and a fixed limit would cut off exactly those people.
 * It must end some day, though: a form is read to its end even when it was refused long before.
 */
export function cutSlowBodies(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', async (request) => {
    // Whoever asks without a line, as most tests do, has none that could be cut.
    if (!hasBody(request) || !(request.socket instanceof Socket)) return
    const { upload } = request.routeOptions.config
    const saysTooMuch = upload && Number(request.headers['content-length'] ?? 0) > limits.formBytes
    const hasTooMuch = upload ? length(request, limits.formBytes) : () => false
    const isTooSlow =
      upload && !saysTooMuch ? silence(request, limits.uploadSilenceMs) : lateness(limits.requestMs)
    const timer = setInterval(() => {
      if (request.raw.complete || request.raw.destroyed) clearInterval(timer)
      else if (hasTooMuch()) hangUp(request, '413 Content Too Large')
      else if (isTooSlow()) hangUp(request, '408 Request Timeout')
    }, limits.slownessCheckedEveryMs)
    timer.unref()
    request.raw.once('close', () => clearInterval(timer))
    if (saysTooMuch) throw new Refusal('too_large')
  })
}

/**
 * Nobody waits for ever, and is told to come back instead; what was begun goes on. Fastify's own `handlerTimeout` ends as soon as the
 * body of a request has come (its pull request 6725), so that it would never give up what is posted.
 */
export function giveUpLateAnswers(
  app: FastifyInstance,
  limits: Pick<ServerLimits, 'answerMs' | 'uploadMs'>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { upload, answerMs } = request.routeOptions.config
    const mostMs = answerMs ?? (upload ? limits.uploadMs : limits.answerMs)
    const timer = setTimeout(() => {
      if (reply.sent) return
      if (reply.raw.headersSent) reply.raw.destroy()
      else reply.send(lateAnswer(request, mostMs))
    }, mostMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** With the route's pattern: an address may be a secret. */
function lateAnswer({ method, routeOptions }: FastifyRequest, mostMs: number): Error {
  const message = `${method} ${routeOptions.url} was not answered within ${mostMs} ms`
  return Object.assign(new Error(message), { statusCode: 503 })
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function lateness(mostMs: number): () => boolean {
  const started = performance.now()
  return () => performance.now() - started > mostMs
}

function length({ socket }: FastifyRequest, mostBytes: number): () => boolean {
  const before = socket.bytesRead
  return () => socket.bytesRead - before > mostBytes
}

function silence({ socket }: FastifyRequest, mostMs: number): () => boolean {
  let since = performance.now()
  let heard = socket.bytesRead
  return () => {
    const waited = performance.now() - since
    if (waited < mostMs) return false
    const came = socket.bytesRead - heard
    since = performance.now()
    heard = socket.bytesRead
    return came < (waited / 1000) * leastBytesPerSecond
  }
}

function hangUp({ socket }: FastifyRequest, line: string): void {
  if (socket.writable) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`)
  socket.destroySoon()
}
