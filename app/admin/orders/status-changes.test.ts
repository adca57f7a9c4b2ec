import { expect, test } from 'vitest'
import { apiProblem } from '#app/data/api.ts'
import { statusFailure } from './status-changes.tsx'

test('whoever comes second is told what the first one has chosen', () => {
  const problem = apiProblem('This order was changed by someone else.', {
    code: 'order_changed',
    status: 409,
    details: { order_status: 'Shipped' },
  })
  expect(statusFailure(problem)).toEqual({
    description: 'Somebody else has set it to Shipped meanwhile. Please look and choose again.',
    now: 'Shipped',
  })
})

test('what is short is named, with how much of it is left', () => {
  const items = [
    { product_name: 'Shea', quantity: 2, available: 1 },
    { product_name: 'Soap', quantity: 1, available: 5 },
  ]
  const problem = apiProblem('Not enough stock to reopen this order', {
    code: 'out_of_stock',
    status: 409,
    details: { items },
  })
  expect(statusFailure(problem).description).toBe(
    'Not enough stock to reopen this order: Shea (2 needed, 1 left)',
  )
})

test('other failures keep the message of the shop', () => {
  const problem = apiProblem('We could not reach the shop.', { code: 'offline', status: 0 })
  expect(statusFailure(problem)).toEqual({ description: 'We could not reach the shop.' })
})
