import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStepForward, type MessageState, messageStateLabel, messageStates } from './notifications.ts'

function after(receipts: readonly MessageState[]): MessageState {
  return receipts.reduce<MessageState>((state, next) => (isStepForward(state, next) ? next : state), 'sent')
}

test('receipts end the same, however often and in whatever order they come', () => {
  const receipts = fc.array(fc.constantFrom<MessageState>('sent', 'delivered', 'read'), { minLength: 1 })
  fc.assert(
    fc.property(receipts, (given) => {
      const furthest = given.reduce((far, next) =>
        messageStates.indexOf(next) > messageStates.indexOf(far) ? next : far,
      )
      expect(after(given)).toBe(furthest)
      expect(after([...given, ...given].reverse())).toBe(furthest)
    }),
  )
})

test('what has arrived cannot fail any more, and what has failed stays so', () => {
  expect(after(['delivered', 'failed'])).toBe('delivered')
  expect(after(['failed', 'delivered', 'read'])).toBe('failed')
})

test('what a person does by hand has words of its own', () => {
  expect(messageStateLabel('by_hand', 'waiting')).toBe('Not told yet')
  expect(messageStateLabel('sms', 'waiting')).toBe('Waiting')
})
