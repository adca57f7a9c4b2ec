import { afterAll, expect, test } from 'vitest'
import { type FakeResponse, openFakeServer } from '#server/testing/fake-server.ts'
import { callService, readObject } from './call-service.ts'

let planned: FakeResponse = { status: 200 }
const server = await openFakeServer(() => planned)
afterAll(server.goDown)

function call(answer: FakeResponse, timeoutMs = 5_000) {
  planned = answer
  return callService(server.url, { method: 'GET', headers: {}, timeoutMs })
}

test('an answer is taken as it is, whatever its status', async () => {
  expect(await call({ status: 503, body: 'busy' })).toEqual({ is: 'answered', status: 503, text: 'busy' })
})

test('nobody waits longer than the time limit', async () => {
  expect(await call({ status: 200, afterMs: 60_000 }, 20)).toEqual({ is: 'no_answer' })
})

test('a line that breaks, before or in the middle of the answer, is no answer', async () => {
  expect(await call({ status: 200, line: 'cut' })).toEqual({ is: 'no_answer' })
  expect(await call({ status: 200, body: '{"status":"SUCC', line: 'half' })).toEqual({ is: 'no_answer' })
})

test('an answer of megabytes is not read to its end', async () => {
  expect(await call({ status: 200, body: 'x'.repeat(10_000_000) })).toEqual({ is: 'no_answer' })
})

test('a redirect is not followed', async () => {
  expect(await call({ status: 302, body: 'elsewhere' })).toMatchObject({ is: 'answered', status: 302 })
})

test('a server that is not there was never asked', async () => {
  await server.goDown()
  expect(await call({ status: 200 })).toEqual({ is: 'unreachable' })
  await server.comeBack()
  const nowhere = { method: 'GET', headers: {}, timeoutMs: 5_000 } as const
  // Too long for a name, so that no nameserver has to be asked, which may be slow or away.
  expect(await callService(`http://${'x'.repeat(64)}.example`, nowhere)).toEqual({ is: 'unreachable' })
})

test.each(['', 'null', '[]', '"SUCCESSFUL"', '<html>', '{'])('%j is no object', (text) => {
  expect(readObject(text)).toBeNull()
})
