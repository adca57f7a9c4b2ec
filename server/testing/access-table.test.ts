import { expect, test } from 'vitest'
import { pagesForAnyone } from './access-table.ts'

test('every page for anyone has an address at which it can be measured', () => {
  expect(pagesForAnyone.filter((path) => /[:*]/.test(path))).toEqual([])
})
