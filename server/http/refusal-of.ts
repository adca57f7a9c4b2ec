import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isRefusal, Refusal, type RefusalCode } from '#contract/refusals.ts'
import { sqlStateOf } from '../platform/database/sql-state.ts'
import { imageRefusalCode } from './uploads.ts'

/** What a person is told about whatever was thrown. */
export function toRefusal(error: unknown): Refusal {
  if (isRefusal(error)) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromSchema(error)
  const code =
    imageRefusalCode(error) ?? fromDatabase(sqlStateOf(error)) ?? fromDisk(error) ?? fromFastify(error)
  return new Refusal(code, code === 'busy' ? { retryAfterSeconds: 5 } : {})
}

type Mistake = { instancePath: string; message?: string; params: Record<string, unknown> }

/** An address that cannot exist is an address that was not found; everything else is a form with mistakes. */
function fromSchema(error: { validation: Mistake[]; validationContext?: string }): Refusal {
  if (error.validationContext === 'params') return new Refusal('not_found')
  const fields: Record<string, string> = {}
  for (const { instancePath, message, params } of error.validation) {
    const unknown = Array.isArray(params.keys) ? params.keys.map(String) : []
    for (const name of unknown) fields[name] ??= 'This field is not known here.'
    const name = instancePath.slice(1).replaceAll('/', '.') || 'body'
    if (unknown.length === 0) fields[name] ??= message ?? 'Please check this.'
  }
  return new Refusal('invalid_input', { fields })
}

/** What PostgreSQL says in classes of five letters; a value it cannot hold is the caller's mistake, a lost connection is ours. */
function fromDatabase(state: string | null): RefusalCode | null {
  if (state === null) return null
  if (state.startsWith('22')) return 'invalid_input'
  if (state === '23505' || state === '23514' || state === '40001' || state === '40P01') return 'conflict'
  // 25006 is a database that may only be read, 58… one whose disk does not do what it should.
  if (/^(08|53|57|58|55P03|25P03|25006)/.test(state)) return 'busy'
  return 'broken'
}

/** Full, read-only, broken, closed to the shop, or not the folder that should be there. */
const diskTroubles = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EMFILE',
]

/** Nothing is wrong with what was asked, and the owner reads of it in the log. */
function fromDisk(error: unknown): RefusalCode | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return diskTroubles.includes(String(code)) ? 'files_unavailable' : null
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
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return fastifyCodes[status] ?? 'broken'
}
