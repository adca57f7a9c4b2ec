import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function memory() {
  const lines: string[] = []
  return { lines, output: { write: (text: string) => lines.push(text) } }
}

test('a machine reads one line of JSON for each event', () => {
  const { lines, output } = memory()
  openLog({ level: 'info', output }).info({ count: 3 }, 'pictures made')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', count: 3, msg: 'pictures made' })
})

test('below its level the log says nothing', () => {
  const { lines, output } = memory()
  openLog({ level: 'warn', output }).info('hello')
  openLog({ level: 'silent', output }).fatal('hello')
  expect(lines).toEqual([])
})

test('passwords, tokens, e-mails and phone numbers are hidden by the name of their field, at any depth', () => {
  const { lines, output } = memory()
  const log = openLog({ level: 'info', output })
  log.info({
    headers: { authorization: 'Bearer s3cr3t', Cookie: 's3cr3t' },
    body: {
      customer: [{ customer_email: 's3cr3t', phone: 's3cr3t', newPassword: 's3cr3t' }],
      jwt_token: 's3cr3t',
    },
  })
  log.child({ token: 's3cr3t' }).info({ apiKey: 's3cr3t' })
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain('s3cr3t')
})

test('an e-mail, a phone number or a bearer token inside a sentence is hidden by its form', () => {
  const { lines, output } = memory()
  const log = openLog({ level: 'info', output })
  log.info('mail to ama.mensah@example.com failed, call +233 24 123 4567 or 0241234567 or 024-123-4567')
  log.info({ note: '233241234567', seen: 'Bearer abc.def-ghi' })
  const said = lines.join()
  expect(said).not.toMatch(/example|4567|abc/)
  expect(() => lines.map((line) => JSON.parse(line))).not.toThrow()
})

test('ids, times and amounts stay as they are', () => {
  const { lines, output } = memory()
  const fields = {
    id: '01234567-1234-4123-8123-012345678901',
    took: 0.0123456789,
    size: 233241234567,
    at: '2026-01-02T03:04:05.678Z',
  }
  openLog({ level: 'info', output }).info(fields)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(fields)
})

test('a failed query is logged without the values that were sent', () => {
  const { lines, output } = memory()
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (name)=(Ama) exists',
  })
  const error = new Error('Failed query: insert into people values ($1)\nparams: Ama', { cause })
  const log = openLog({ level: 'info', output })
  log.error({ err: error }, 'could not save')
  log.error({ err: error })
  const entry = JSON.parse(lines[0] ?? '')
  expect(entry.err).toMatchObject({
    message: 'Failed query: insert into people values ($1)',
    cause: { code: '23505', message: 'duplicate key value' },
  })
  expect(entry.err.stack).toContain('log.test.ts')
  expect(lines.join()).not.toContain('Ama')
})

test('a request is logged by the pattern of its route, never by its address', async () => {
  const { lines, output } = memory()
  const server = Fastify({ loggerInstance: openLog({ level: 'info', output }) })
  server.get('/people/:name', async () => 'hello')
  server.get('/twice/:name', (_, reply) => {
    reply.send('once')
    reply.send('and too late')
  })
  server.setNotFoundHandler((_, reply) => reply.code(404).send('nothing here'))
  await server.inject('/people/ama?token=s3cr3t')
  await server.inject('/twice/ama?token=s3cr3t')
  await server.inject('/nowhere/ama')
  expect(lines.join()).not.toMatch(/ama|s3cr3t/)
  expect(lines.join()).toContain('"route":"/people/:name"')
  expect(lines.join()).toContain('FST_ERR_REP_ALREADY_SENT')
})

test('a person at a terminal reads one short line, and the stack of an error', () => {
  const { lines, output } = memory()
  const log = openLog({ level: 'info', readable: true, output })
  log.info({ req: { method: 'GET', routeOptions: { url: '/shop' } }, responseTime: 3.4 }, 'answered')
  log.error(new Error('no paper'))
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d INFO {2}answered GET \/shop 3 ms\n$/)
  expect(lines[1]).toMatch(/ERROR no paper\n {2}Error: no paper\n {4}at .*log\.test\.ts/)
})

test('while the database is away each kind of line is written once, and all else as ever', () => {
  const { lines, output } = memory()
  const log = openLog({ level: 'info', output })
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (let n = 0; n < 100; n++) {
    log.error({ err: away }, 'page failed')
    log.child({ reqId: String(n) }).warn({ err: new Error('Failed query', { cause: away }) }, 'a job failed')
  }
  for (let n = 0; n < 2; n++) log.error({ err: new Error('a bug') }, 'page failed')
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual([
    'a job failed',
    'page failed',
    'page failed',
    'page failed',
  ])
})
