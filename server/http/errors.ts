import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { isRefusal, Refusal, type RefusalCode, refusals } from '../../contract/refusals.ts'
import { sqlStateOf } from '../platform/database/sql-state.ts'

/** One place turns whatever was thrown into an answer that a person can read and a program can branch on. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    const { status } = refusals[refusal.code]
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    const { fields, details, retryAfterSeconds } = refusal.extras
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply.status(status).send({ error: refusal.message, code: refusal.code, fields, ...details })
  })
}

export function toRefusal(error: unknown): Refusal {
  if (isRefusal(error)) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return new Refusal('invalid_input', { fields: fieldsOf(error.validation) })
  if (isResponseSerializationError(error)) return new Refusal('broken')
  const code = fromDatabase(sqlStateOf(error)) ?? fromFastify(error)
  return new Refusal(code, code === 'busy' ? { retryAfterSeconds: 5 } : {})
}

function fieldsOf(mistakes: { instancePath: string; message?: string }[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of mistakes) {
    const name = instancePath.slice(1).replaceAll('/', '.') || 'body'
    fields[name] ??= message ?? 'Please check this.'
  }
  return fields
}

/** What PostgreSQL says in classes of five letters; a value it cannot hold is the caller's mistake, a lost connection is ours. */
function fromDatabase(state: string | null): RefusalCode | null {
  if (state === null) return null
  if (state.startsWith('22')) return 'invalid_input'
  if (state === '23505' || state === '23514' || state === '40001' || state === '40P01') return 'conflict'
  if (/^(08|53|57|55P03|25P03)/.test(state)) return 'busy'
  return 'broken'
}

const fastifyCodes: Record<number, RefusalCode> = {
  400: 'invalid_input',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'address_too_long',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'busy',
}

function fromFastify(error: unknown): RefusalCode {
  if (!(error instanceof Error)) return 'broken'
  if (/timeout exceeded when trying to connect|ECONNREFUSED|Connection terminated/.test(error.message))
    return 'busy'
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return fastifyCodes[status] ?? 'broken'
}
