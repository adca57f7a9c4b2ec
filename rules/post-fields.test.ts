import { expect, test } from 'vitest'
import { checkPost } from './post-fields.ts'

test('a post needs a title, an excerpt and a featured image', () => {
  expect(checkPost({ title: ' ', excerpt: '', hasImage: false })).toEqual({
    title: 'Title is required',
    excerpt: 'Excerpt is required',
    image: 'Please upload a featured image',
  })
  expect(checkPost({ title: 'Harmattan', excerpt: 'Dust is coming.', hasImage: true })).toEqual({})
})

test('a title or excerpt without end is refused', () => {
  expect(checkPost({ title: 'x'.repeat(201), excerpt: 'x'.repeat(501), hasImage: true })).toEqual({
    title: 'Please use at most 200 characters',
    excerpt: 'Please use at most 500 characters',
  })
})
