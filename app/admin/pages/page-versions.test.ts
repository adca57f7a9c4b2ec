import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textDifference } from './page-versions.tsx'

test('a changed line is gone and new, the lines around it stay', () => {
  expect(textDifference(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'gone', text: 'b' },
    { kind: 'new', text: 'x' },
    { kind: 'same', text: 'c' },
    { kind: 'new', text: 'd' },
  ])
})

test('without the new lines one reads the old text, without the gone ones the new text', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const compared = textDifference(before, after)
      const read = (kind: string) =>
        compared.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text)
      expect([read('gone'), read('new')]).toEqual([before, after])
    }),
  )
})

test('a text of ten thousand lines is compared without a long wait', () => {
  const long = Array.from({ length: 10_000 }, (_, line) => String(line))
  expect(textDifference(long, long)).toHaveLength(10_000 * 2 - 600)
})
