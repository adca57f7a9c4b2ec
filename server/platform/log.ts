import { type Logger, pino } from 'pino'
import { readableLine } from './log-line.ts'
import { hidden, withoutPersonalData, withoutSecrets } from './log-privacy.ts'
import type { RequestTrail } from './request-trail.ts'

export type Log = Logger

type Output = { write(text: string): unknown }

export type LogOptions = {
  level: string
  /** One short line for a person at a terminal instead of one line of JSON for machines. */
  readable?: boolean
  output?: Output
  /** Lines that are written while a request is served, or a job that it caused, carry its id. */
  trail?: RequestTrail
}

/** The fields that a child log is given are not walked through, so pino itself hides these. */
const childSecrets = ['authorization', 'password', 'token', 'secret', 'email', 'phone', 'address']

export function openLog({ level, readable = false, output = process.stdout, trail }: LogOptions): Log {
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
      mixin: (_facts, _level, log) => requestOf(log, trail),
      redact: { paths: childSecrets, censor: hidden },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    destination,
  )
}

/** A request's own log carries the id already. */
function requestOf(log: Logger, trail: RequestTrail | undefined): { reqId?: string } {
  const reqId = trail?.current()
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
    message: withoutQueryValues(error.message),
    stack: framesOf(error),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** A failed query's message ends with the values that were sent. */
function withoutQueryValues(message: string): string {
  return message.split('\nparams:')[0] ?? ''
}

function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
