import { expect, test } from 'vitest'
import { toOrdered } from './discounts.tsx'

const unasked = { taken: [], total: 0, refused: null, isKnown: false }

test('a code stays behind only where the shop has said that it does not hold', () => {
  expect(toOrdered({ ...unasked, code: '' })).toBeUndefined()
  const taken = { ...unasked, total: 1_700, isKnown: true }
  expect(toOrdered({ ...taken, code: 'SHEA10' })).toEqual({ code: 'SHEA10', total: 1_700 })
  const over = { ...unasked, refused: 'This code is over.', isKnown: true }
  expect(toOrdered({ ...over, code: 'SHEA10' })).toEqual({ code: '', total: 0 })
  const offline = { ...unasked, refused: 'You seem to be offline.' }
  expect(toOrdered({ ...offline, code: 'SHEA10' })).toEqual({ code: 'SHEA10', total: undefined })
})
