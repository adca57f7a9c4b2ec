import { expect, test } from 'vitest'
import { addressWith, choiceIn, pageBefore, pageIn } from './list-frame.tsx'

test('a page that cannot be meant is the first', () => {
  const read = (text: string) => pageIn(new URLSearchParams(text))
  expect(['page=3', '', 'page=0', 'page=x', 'page=1.5', 'page=99999'].map(read)).toEqual([3, 1, 1, 1, 1, 1])
})

test('from behind the last page a list goes to the last one, and an empty list stays where it is', () => {
  expect(pageBefore(50, 20, 41)).toBe(3)
  expect(pageBefore(2, 20, 20)).toBe(1)
  // The last row was taken out without counting the rest anew.
  expect(pageBefore(2, 20, 21)).toBe(1)
  expect(pageBefore(2, 20, 0)).toBe(1)
  expect(pageBefore(1, 20, 0)).toBe(null)
  expect(pageBefore(2, 20, Number.NaN)).toBe(null)
})

test('an address keeps what was not changed', () => {
  const search = new URLSearchParams('q=ama&page=3&message=7')
  expect(addressWith(search, { page: null, state: 'done' })).toBe('?q=ama&message=7&state=done')
})

test('an unknown filter counts as the first', () => {
  const choices = ['open', 'done'] as const
  expect(choiceIn(new URLSearchParams('state=done'), 'state', choices)).toBe('done')
  expect(choiceIn(new URLSearchParams('state=burnt'), 'state', choices)).toBe('open')
})
