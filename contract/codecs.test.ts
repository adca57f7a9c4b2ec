import { expect, test } from 'vitest'
import { z } from 'zod'
import { cedis, givenCedis, isoDate, named } from './codecs.ts'

test('an amount is cedis on the wire and pesewas in the code, also where more went out than came in', () => {
  expect(z.encode(cedis, 5997)).toBe(59.97)
  expect(z.encode(cedis, -150)).toBe(-1.5)
  expect(z.decode(cedis, 59.970000000000006)).toBe(5997)
})

test('nobody sends an amount below zero, or one that no order can have', () => {
  expect(givenCedis.safeParse(-0.01).success).toBe(false)
  expect(givenCedis.safeParse(1_000_000_001).success).toBe(false)
})

test('a moment is ISO text on the wire and a date in the code', () => {
  const at = new Date('2026-03-05T09:00:00.000Z')
  expect(z.encode(isoDate, at)).toBe('2026-03-05T09:00:00.000Z')
  expect(z.decode(isoDate, '2026-03-05T09:00:00.000Z')).toEqual(at)
})

const shape = named(
  z.strictObject({ tracking_code: z.string(), order_total: cedis, note: z.string().optional() }),
  { order_total: 'total' },
)

test('a shape has the wire’s names on the wire and the code’s names in the code', () => {
  expect(z.decode(shape, { tracking_code: 'K7P2QX', order_total: 1.5 })).toEqual({
    trackingCode: 'K7P2QX',
    total: 150,
  })
})

test('what the code knows besides does not get onto the wire', () => {
  const order = { trackingCode: 'K7P2QX', total: 150, staffNote: 'Rings twice' }
  expect(z.encode(shape, order)).toEqual({ tracking_code: 'K7P2QX', order_total: 1.5 })
})

test('mistakes are told with the wire’s names', () => {
  const issues = shape.safeParse({ tracking_code: 7, order_total: 1 }).error?.issues ?? []
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['tracking_code'])
})
