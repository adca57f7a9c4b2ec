import { expect, test } from 'vitest'
import { faultOf } from './judge.ts'

function refused(status: number, said: string, type = 'application/json') {
  return { method: 'GET', status, headers: { 'content-type': type }, bytes: Buffer.from(said), ms: 1 }
}

test('a refusal has words, a code that is known, and the status of that code', () => {
  expect(faultOf(refused(404, '{"error":"Order not found","code":"order_not_found"}'))).toBeNull()
  expect(faultOf(refused(400, '{"error":"Order not found","code":"order_not_found"}'))).toContain('is called')
  expect(faultOf(refused(400, '{"error":"No","code":"because"}'))).toContain('is called')
  expect(faultOf(refused(400, '{"error":"","code":"invalid_input"}'))).toContain('without words')
  expect(faultOf(refused(400, '{"error":"No","code":"invalid_input","fields":["a"]}'))).toContain('without')
})

test('a refusal that is a page, broken or empty is a fault, but not the empty answer to HEAD', () => {
  expect(faultOf(refused(404, '<h1>Not found</h1>', 'text/html'))).toContain('without words')
  expect(faultOf(refused(404, '{"error"'))).toContain('without words')
  expect(faultOf(refused(404, ''))).toContain('without words')
  expect(faultOf({ ...refused(404, ''), method: 'HEAD' })).toBeNull()
})
