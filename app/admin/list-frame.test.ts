import { expect, test } from 'vitest'
import { addressWith, choiceIn, pageIn } from './list-frame.tsx'

test('a page that cannot be meant is the first', () => {
  const read = (text: string) => pageIn(new URLSearchParams(text))
  expect(['page=3', '', 'page=0', 'page=x', 'page=1.5', 'page=99999'].map(read)).toEqual([3, 1, 1, 1, 1, 1])
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
