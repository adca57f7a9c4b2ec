import { expect, test } from 'vitest'
import { checkCategory } from './category-fields.ts'

test('a category has a name with letters, and says what its picture shows', () => {
  const texts = { name: 'Hair care', heading: '', alt: '' }
  expect(checkCategory(texts, false)).toEqual({})
  expect(checkCategory(texts, true)).toEqual({ alt: 'Please say what the picture shows' })
  expect(checkCategory({ ...texts, name: '  ' }, false)).toEqual({ name: 'Name is required' })
  expect(checkCategory({ ...texts, name: '–&–' }, false)).toEqual({ name: 'Please use letters in the name' })
  expect(
    checkCategory({ name: 'x'.repeat(61), heading: 'x'.repeat(61), alt: 'x'.repeat(201) }, true),
  ).toEqual({
    name: 'Please use at most 60 characters',
    heading: 'Please use at most 60 characters',
    alt: 'Please use at most 200 characters',
  })
})
