import { expect, test } from 'vitest'
import { differences } from './record-change.ts'

test('only what differs is kept, as it was and as it is', () => {
  expect(differences({ price: 100, name: 'Serum' }, { price: 120, name: 'Serum' })).toEqual({
    before: { price: 100 },
    after: { price: 120 },
  })
})

test('what was made has only an after, what was deleted only a before', () => {
  expect(differences({}, { name: 'Serum' })).toEqual({ before: {}, after: { name: 'Serum' } })
  expect(differences({ name: 'Serum' }, {})).toEqual({ before: { name: 'Serum' }, after: {} })
})

test('lists are compared by what is in them', () => {
  expect(differences({ images: ['a', 'b'] }, { images: ['a', 'b'] })).toEqual({ before: {}, after: {} })
  expect(differences({ images: ['a', 'b'] }, { images: ['b', 'a'] }).after).toEqual({ images: ['b', 'a'] })
})

test('a very long text is cut', () => {
  const { after } = differences({ content: '' }, { content: 'a'.repeat(5_000) })
  expect(String(after.content)).toHaveLength(2_002)
})
