import { expect, test } from 'vitest'
import { fileSize } from './file-picker.tsx'

test('sizes are said as people say them', () => {
  expect([12, 350_400, 999_499, 2_412_000].map(fileSize)).toEqual(['1 KB', '350 KB', '999 KB', '2.4 MB'])
})

test('just under a megabyte is not a thousand kilobytes', () => {
  expect(fileSize(999_900)).toBe('1.0 MB')
})
