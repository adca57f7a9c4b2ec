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
export function readableLine(line: string): string {
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
