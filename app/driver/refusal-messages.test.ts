import { expect, test } from 'vitest'
import { apiProblem } from '../data/api-problem.ts'
import { refusalMessages, tapLabels } from './refusal-messages.ts'
import { anyTap, deliveredTap } from './sample-delivery.ts'

const words = (code: string, details: Record<string, unknown> = {}) =>
  refusalMessages(deliveredTap, apiProblem('The shop says no.', { code, status: 409, details }))

test('a driver reads that the shop cancelled meanwhile, what was not saved, and what to do', () => {
  expect(words('order_changed', { order_status: 'Cancelled' })).toBe(
    'The shop cancelled this order before your tap arrived. So “Delivered” with Ghs 290.00 was not saved. ' +
      'Please call the shop before you leave the parcel or keep the money.',
  )
})

test('every other refusal says what was not saved', () => {
  expect(words('order_changed', { order_status: 'Pending' })).toContain('changed this order to Pending')
  expect(words('order_not_found')).toContain('given to somebody else')
  expect(words('step_not_allowed')).toContain('not possible any more')
  expect(words('cash_handed_over')).toBe('The shop says no. So “Delivered” with Ghs 290.00 was not saved.')
})

test('a tap is named as the driver would name it', () => {
  expect(tapLabels({ ...deliveredTap, cash: null })).toBe('“Delivered”')
  expect(tapLabels({ ...anyTap, kind: 'photo', photo: 'a' })).toBe('the photo')
  expect(tapLabels({ ...anyTap, kind: 'cash', cash: { collected: 100, reason: '' } })).toBe(
    'the cash (Ghs 1.00)',
  )
})
