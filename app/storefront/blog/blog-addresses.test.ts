import { expect, test } from 'vitest'
import { blogAddress, postAddress, readPageNumber } from './blog-addresses.ts'

test('the first page of the blog has one address only', () => {
  expect(blogAddress(1)).toBe('/blog')
  expect(blogAddress(2)).toBe('/blog?page=2')
})

test('a page number that cannot be meant opens the first page', () => {
  for (const text of [null, '', '0', '-3', '1.5', 'two', '9999999']) expect(readPageNumber(text)).toBe(1)
  expect(readPageNumber('12')).toBe(12)
})

test('a post is found even when its name has unusual letters', () => {
  expect(postAddress('shea-butter')).toBe('/blog/shea-butter')
  expect(postAddress('ɛ/ɔ')).toBe('/blog/%C9%9B%2F%C9%94')
})
