import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  driverButtonText,
  mayDriverMove,
  nextStepForDriver,
  type OrderStatus,
  orderStatuses,
  orderStatusTone,
  orderSteps,
  progressPercent,
  readOrderStatus,
  statusLabel,
  stockEffect,
} from './order-status.ts'

const anyStatus = fc.constantFrom(...orderStatuses)

test('an order has five statuses, in this order', () => {
  expect(orderStatuses).toEqual(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
})

test.each([
  ['Pending', 0, 'gray', 'Mark as Processing'],
  ['Processing', 33, 'gray', 'Mark as Shipped'],
  ['Shipped', 66, 'indigo', 'Mark as Delivered'],
  ['Delivered', 100, 'green', 'Completed'],
  ['Cancelled', 100, 'red', 'Cancelled'],
] as const)('%s fills %i percent, is %s, and the driver reads %s', (status, percent, tone, button) => {
  expect(progressPercent(status)).toBe(percent)
  expect(orderStatusTone[status]).toBe(tone)
  expect(driverButtonText(status)).toBe(button)
})

test('a status is understood in any case', () => {
  fc.assert(
    fc.property(anyStatus, fc.func(fc.boolean()), (status, isUpper) => {
      const mixed = [...status].map((letter) =>
        isUpper(letter) ? letter.toUpperCase() : letter.toLowerCase(),
      )
      expect(readOrderStatus(` ${mixed.join('')} `)).toBe(status)
    }),
  )
})

test.each(['', 'all', 'Returned', 'ship', null, undefined])('%s is no status', (text) => {
  expect(readOrderStatus(text)).toBeNull()
})

test.each([
  ['Pending', 1],
  ['Processing', 2],
  ['Shipped', 3],
  ['Delivered', 4],
  ['Cancelled', 5],
] as const)('at %s, %i steps are done and the last of them is the current one', (status, done) => {
  const steps = orderSteps(status)
  expect(steps.map((step) => step.status)).toEqual(orderStatuses)
  expect(steps.filter((step) => step.isDone).map((step) => step.status)).toEqual(orderStatuses.slice(0, done))
  expect(steps.filter((step) => step.isCurrent).map((step) => step.status)).toEqual([status])
})

test('a driver moves an order one step forward and never out of Delivered or Cancelled', () => {
  const moves = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => mayDriverMove(from, to)).map((to) => [from, to]),
  )
  expect(moves).toEqual([
    ['Pending', 'Processing'],
    ['Processing', 'Shipped'],
    ['Shipped', 'Delivered'],
  ])
  expect(orderStatuses.map(nextStepForDriver)).toEqual(['Processing', 'Shipped', 'Delivered', null, null])
})

test('cancelling gives the stock back, and reopening takes it again', () => {
  const open = orderStatuses.filter((status) => status !== 'Cancelled')
  for (const status of open) {
    expect(stockEffect(status, 'Cancelled')).toBe('restore')
    expect(stockEffect('Cancelled', status)).toBe('take')
    for (const other of open) expect(stockEffect(status, other)).toBe('none')
  }
  expect(stockEffect('Cancelled', 'Cancelled')).toBe('none')
})

test('however often an order changes, its stock is out exactly while it is not cancelled', () => {
  fc.assert(
    fc.property(fc.array(anyStatus), (changes) => {
      let status: OrderStatus = 'Pending'
      let taken = 1
      for (const next of changes) {
        taken += { take: 1, restore: -1, none: 0 }[stockEffect(status, next)]
        status = next
        expect(taken).toBe(status === 'Cancelled' ? 0 : 1)
      }
    }),
  )
})

test('an order that is collected has the same statuses in other words', () => {
  expect(orderStatuses.map((status) => statusLabel(status, 'pickup'))).toEqual([
    'Pending',
    'Processing',
    'Ready to collect',
    'Collected',
    'Cancelled',
  ])
  expect(orderStatuses.map((status) => statusLabel(status, 'delivery_service'))).toEqual(orderStatuses)
})
