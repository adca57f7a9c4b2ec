import { expect, test } from 'vitest'
import { section } from './shop-context.ts'

test('a part of a page that can be had is given on', async () => {
  const reported: unknown[] = []
  expect(await section(Promise.resolve(['Shea']), (error) => reported.push(error))).toEqual({
    ok: true,
    value: ['Shea'],
  })
  expect(reported).toEqual([])
})

test('a part of a page that fails is reported and does not take the page down', async () => {
  const reported: unknown[] = []
  const trouble = new Error('The database is away')
  expect(await section(Promise.reject(trouble), (error) => reported.push(error))).toEqual({ ok: false })
  expect(reported).toEqual([trouble])
})
