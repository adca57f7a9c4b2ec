import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import type { DoorLimits } from './limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a form with files, which has a long way from a phone. */
    upload?: boolean
  }
}

type Limits = Pick<DoorLimits, 'requestMs' | 'uploadSilenceMs' | 'formBytes' | 'slownessCheckedEveryMs'>

/** Slower than this, a photo would not arrive on the same day. */
const leastBytesPerSecond = 500

/**
 * Hangs up on whoever is too slow to finish a request. An ordinary one must be here within seconds. A form with photos
 * only has to keep coming: on a weak network 15 MB take minutes, and a fixed limit would cut off exactly those people.
 * It must end some day, though: a form is read to its end even when it was refused long before.
 */
export function hangUpOnSlowBodies(app: FastifyInstance, limits: Limits): void {
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

function hasBody({ headers }: FastifyRequest): boolean {
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
