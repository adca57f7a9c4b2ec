import { isRecord } from '#rules/is-record.ts'
/** Every "no" that a call can end with. Known by its values, never by its class. */
export type ApiProblem = Error & {
  /** The shop's own code, or one of ours: `offline`, `timeout`, `broken`. */
  code: string
  /** 0 when no answer came at all. */
  status: number
  /** A form's mistakes, by field. */
  fields: Record<string, string>
  /** What else the shop said, such as new prices. */
  details: Record<string, unknown>
}

type Facts = Pick<ApiProblem, 'code' | 'status'> & Partial<Pick<ApiProblem, 'fields' | 'details' | 'cause'>>

export function apiProblem(text: string, { cause, ...facts }: Facts): ApiProblem {
  return Object.assign(new Error(text, { cause }), { fields: {}, details: {}, ...facts })
}

export function isApiProblem(error: unknown): error is ApiProblem {
  return error instanceof Error && 'code' in error && 'status' in error && 'fields' in error
}

/** True when the shop objects to single fields of a form. */
export function isAboutFields({ fields }: ApiProblem): boolean {
  return Object.keys(fields).length > 0
}

/** A request that came too slowly, too early or too often: the same one may be right in a moment. */
const triedAgain = [408, 425, 429]

/** True when nothing is known about what the shop would have said: it was not reached, or it had no time to think. */
export function isUndecided(error: unknown): boolean {
  return (
    isApiProblem(error) && (error.status < 400 || triedAgain.includes(error.status) || error.status >= 500)
  )
}

/** Reads the shop's JSON error; anything else, such as a proxy's page, gets a plain text by its status. */
export function problemFromResponse(status: number, body: unknown, otherwise = textFor(status)): ApiProblem {
  const { error, code, fields, ...details } = isRecord(body) ? body : {}
  return apiProblem(typeof error === 'string' && error !== '' ? error : otherwise, {
    status,
    code: typeof code === 'string' ? code : codeFor(status),
    fields: readFields(fields),
    details,
  })
}

function codeFor(status: number): string {
  if (status === 401) return 'not_signed_in'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status === 502 || status === 503 || status === 504 ? 'busy' : 'broken'
}

function textFor(status: number): string {
  if (status === 429) return 'Too many tries. Please wait a moment and try again.'
  if (codeFor(status) === 'busy') return 'The shop is very busy. Please try again in a moment.'
  return 'Something went wrong on our side. Please try again.'
}

function readFields(fields: unknown): Record<string, string> {
  if (!isRecord(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
