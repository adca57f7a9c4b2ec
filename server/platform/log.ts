import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { isDatabaseAway } from './database/sql-state.ts'

export type Log = Logger

type Output = { write(text: string): unknown }

type LogOptions = {
  level: string
  /** One short line for a person at a terminal instead of one line of JSON for machines. */
  readable?: boolean
  output?: Output
  /** Lines that are written while a request is served, or a job that it caused, carry its id. */
  requestIds?: RequestIds
}

/** The fields that a child log is given are not walked through, so pino itself hides these. */
const childSecrets = ['authorization', 'password', 'token', 'secret', 'email', 'phone', 'address']

export function openLog({ level, readable = false, output = process.stdout, requestIds }: LogOptions): Log {
  const destination = {
    write(line: string) {
      const clean = withoutPersonalData(line)
      output.write(readable ? readableLine(clean) : clean)
    },
  }
  return pino(
    {
      level,
      base: { pid: process.pid },
      mixin: (_facts, _level, log) => requestOf(log, requestIds),
      redact: { paths: childSecrets, censor: hidden },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
      hooks: { logMethod: logMethod() },
    },
    destination,
  )
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const quietMs = 60_000

/**
 * While the database is away, everything fails for the same reason: each kind of line is written once a minute. An error without a word
 * besides would be told in its own words, which may hold what nobody shall read.
 */
function logMethod(): LogMethod {
  const written = new Map<string, number>()
  return function (args, method) {
    const [facts, text] = args as [unknown, unknown]
    const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null
    if (error !== null && isDatabaseAway(error)) {
      const last = written.get(String(text))
      if (last !== undefined && performance.now() - last < quietMs) return
      written.set(String(text), performance.now())
    }
    if (error instanceof Error && text === undefined) method.call(this, facts as object, messageOf(error))
    else method.apply(this, args)
  }
}

/** A request's own log carries the id already. */
function requestOf(log: Logger, requestIds: RequestIds | undefined): { reqId?: string } {
  const reqId = requestIds?.current()
  return reqId === undefined || 'reqId' in log.bindings() ? {} : { reqId }
}

type LoggedRequest = { method?: string; routeOptions?: { url?: string } }

/** The route's pattern, never the address itself: addresses carry e-mails, tracking codes and tokens. */
function describeRequest(request: LoggedRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' }
}

function describeResponse(response: { statusCode?: number }) {
  return { statusCode: response.statusCode }
}

type Described = { type: string; code?: unknown; message: string; stack?: string; cause?: Described }

/** Only these fields: database errors carry the row's values in others. */
function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: messageOf(error),
    stack: framesOf(error),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** A failed query's message ends with the values that were sent, and Fastify's about a second answer holds the address. */
function messageOf(error: Error & { code?: unknown }): string {
  if (error.code === 'FST_ERR_REP_ALREADY_SENT') return 'An answer came after the request had been given up'
  return error.message.split('\nparams:')[0] ?? ''
}

function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

type Entry = {
  time?: string
  level?: string
  msg?: string
  pid?: number
  reqId?: string
  req?: { method?: string; route?: string }
  res?: { statusCode?: number }
  responseTime?: number
  err?: { type?: string; message?: string; stack?: string; cause?: Entry['err'] }
  [field: string]: unknown
}

/** Turns one JSON line of the log into one line for a person; an error brings its stack along. */
function readableLine(line: string): string {
  const {
    time = '',
    level = '',
    msg = '',
    pid: _,
    reqId: __,
    req,
    res,
    responseTime,
    err,
    ...rest
  } = JSON.parse(line) as Entry
  const words = [
    time.slice(11, 19),
    level.toUpperCase().padEnd(5),
    msg,
    req && `${req.method} ${req.route}`,
    res?.statusCode,
    responseTime === undefined ? undefined : `${Math.round(responseTime)} ms`,
    ...Object.entries(rest).map(([name, value]) => `${name}=${short(value)}`),
  ]
  return `${words.filter((word) => word !== undefined && word !== '').join(' ')}\n${errorLines(err)}`
}

function short(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function errorLines(error: Entry['err']): string {
  if (!error) return ''
  return `  ${error.type}: ${error.message}\n${error.stack ? `${error.stack}\n` : ''}${errorLines(error.cause)}`
}

const hidden = '[hidden]'

const secretName =
  /authorization|cookie|password|passwd|secret|token|api.?key|subscription.?key|e.?mail|phone|msisdn|address/i

const deepest = 6

/** Hides what a name says is private, at any depth. Requests, errors and other instances have their own descriptions. */
function withoutSecrets<T extends object>(fields: T): T {
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
function withoutPersonalData(line: string): string {
  return line.replace(bearerToken, hidden).replace(emailAddress, '[e-mail]').replace(phoneNumber, '[phone]')
}

/**
 * Whatever is done for a request, in this process or later by a job in another, knows the request's id: one search in the
 * log shows the whole story.
 */
export type RequestIds = {
  runWith<T>(requestId: string, work: () => T): T
  /** Undefined where nobody asked: at the start, and in work that repeats by itself. */
  current(): string | undefined
}

export function openRequestIds(): RequestIds {
  const storage = new AsyncLocalStorage<string>()
  return {
    runWith: (requestId, work) => storage.run(requestId, work),
    current: () => storage.getStore(),
  }
}

/** What other programs call a request may be anything; only short plain names are taken over. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && /^[\w.:-]{8,64}$/.test(text)
}
