import { expect, test } from 'vitest'
import { addToast, mostShown, type ToastQueue, type ToastTone, withoutToast } from './toasts.tsx'

const add = (queue: ToastQueue, id: number, tone: ToastTone = 'neutral') =>
  addToast(queue, { id, title: `Toast ${id}`, tone })
const shown = (queue: ToastQueue) => queue.slice(0, mostShown).map(({ id }) => id)

test('two toasts are shown at once', () => {
  expect(shown(add(add([], 1), 2))).toEqual([1, 2])
})

test('a third toast takes the place of the oldest', () => {
  expect(shown(add(add(add([], 1), 2), 3))).toEqual([2, 3])
})

test('a failure is not pushed away by a success', () => {
  expect(shown(add(add(add([], 1, 'destructive'), 2), 3))).toEqual([1, 3])
})

test('good news is not hidden behind two failures: the older one waits and comes back', () => {
  const full = add(add(add([], 1, 'destructive'), 2, 'destructive'), 3, 'success')
  expect(shown(full)).toEqual([2, 3])
  expect(shown(withoutToast(full, 3))).toEqual([2, 1])
})

test('a third failure waits until one is closed, and one that is closed while it waits never appears', () => {
  const full = add(add(add([], 1, 'destructive'), 2, 'destructive'), 3, 'destructive')
  expect(shown(full)).toEqual([1, 2])
  expect(shown(withoutToast(full, 1))).toEqual([2, 3])
  expect(shown(withoutToast(withoutToast(full, 3), 1))).toEqual([2])
})

test('a failure that happens again takes the place of the same words', () => {
  const fail = (queue: ToastQueue, id: number, description: string) =>
    addToast(queue, { id, title: 'Checkout failed', description, tone: 'destructive' })
  const twice = fail(fail([], 1, 'You are offline.'), 2, 'You are offline.')
  expect(shown(twice)).toEqual([2])
  expect(shown(fail(twice, 3, 'The shop is busy.'))).toEqual([2, 3])
  expect(fail(fail(twice, 3, 'The shop is busy.'), 4, 'You are offline.')).toHaveLength(2)
})
