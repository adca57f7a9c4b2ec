import { expect, test } from 'vitest'
import { moneyTextForStaff } from './money-text-for-staff.ts'
import type { OrderStatus } from './order-status.ts'

test('the staff reads where the cash for an order is, and of other money only how it stands', () => {
  const text = (
    paymentState: string,
    collected: number | null,
    isReceived = false,
    status: OrderStatus = 'Delivered',
  ) =>
    moneyTextForStaff({
      status,
      paymentState,
      amountToCollect: 14_500,
      cash: collected === null ? null : { collected, isReceived },
    })
  expect(text('Pay on delivery', null)).toBe('Pay on delivery')
  expect(text('Pay on delivery', null, false, 'Cancelled')).toBe('Nothing to pay')
  expect(text('Pay on delivery', 0)).toBe('No cash collected')
  expect(text('Partly paid', 10_000, true)).toBe('Part of the cash')
  expect(text('Paid', 14_500)).toBe('Cash with driver')
  expect(text('Paid', 14_500, true)).toBe('Cash received')
  expect(text('Partly paid', 14_500), 'the rest is awaited online').toBe('Cash with driver')
  expect(text('Paid', 10_000), 'the shop took the rest').toBe('Cash with driver')
  expect(text('Paid', 0), 'paid otherwise, and the driver was given nothing').toBe('Paid')
  expect(text('Refund due', 14_500)).toBe('Refund due')
})
