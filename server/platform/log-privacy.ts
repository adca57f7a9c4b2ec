export const hidden = '[hidden]'

const secretName =
  /authorization|cookie|password|passwd|secret|token|api.?key|subscription.?key|e.?mail|phone|msisdn|address/i

const deepest = 6

/** Hides what a name says is private, at any depth. Requests, errors and other instances have their own descriptions. */
export function withoutSecrets<T extends object>(fields: T): T {
  return clean(fields, 0) as T
}

function clean(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > deepest ? hidden : value.map((each) => clean(each, depth + 1))
  if (!isPlain(value)) return value
  if (depth > deepest) return hidden
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && inner !== undefined ? hidden : clean(inner, depth + 1),
    ]),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const emailAddress = /[^\s"'\\<>()[\]{},;:=@/]{1,64}@[^\s"'\\<>()[\]{},;:=@/]{1,255}/g
const phoneNumber =
  /(?<![\w.+-])(?:\+\d{1,3}[ -]?\d{2}|0\d{2})[ -]?\d{3}[ -]?\d{4}(?![\w-])|(?<=")\d{12}(?=")/g
const bearerToken = /(?<=bearer )[\w.~+/=-]+/gi

/** The last look at a finished line: an address or a number inside a sentence is found by its form. */
export function withoutPersonalData(line: string): string {
  return line.replace(bearerToken, hidden).replace(emailAddress, '[e-mail]').replace(phoneNumber, '[phone]')
}
