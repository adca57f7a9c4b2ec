import { expect, test } from 'vitest'
import { complaints } from './check-architecture.ts'

test('rules know no clock and no randomness', () => {
  expect(
    complaints({
      'rules/a.ts': 'Date.now()\nnew Date()\nDate()\nMath.random()\nnew Date(time)\nnew Date(Date.UTC(2025))',
    }),
  ).toEqual([
    'rules/a.ts:1 uses Date.now. Take the time as an argument.',
    'rules/a.ts:2 uses new Date() without a time. Take the time as an argument.',
    'rules/a.ts:3 uses Date(). Take the time as an argument.',
    'rules/a.ts:4 uses Math.random. Take the random value as an argument.',
  ])
})

test('rules do not reach into the outside world', () => {
  const remedy = 'Nothing here reaches outside: do this in a layer above and pass the result in.'
  expect(
    complaints({
      'rules/a.ts':
        "process.env.PORT\nglobalThis.fetch('/')\nconsole.log(1)\nconst all = { console }\nfetch('/')",
    }),
  ).toEqual([
    `rules/a.ts:1 uses process. ${remedy}`,
    `rules/a.ts:2 uses globalThis. ${remedy}`,
    `rules/a.ts:3 uses console. ${remedy}`,
    `rules/a.ts:4 uses console. ${remedy}`,
    `rules/a.ts:5 uses fetch. ${remedy}`,
  ])
  expect(
    complaints({ 'rules/b.ts': 'type A = { process: 1 }\norder.process\nconst a = { fetch: 1 }' }),
  ).toEqual([])
})

test('features take time and randomness from their context', () => {
  expect(
    complaints({
      'server/features/orders/a.ts': 'new Date()\nMath.random()',
      'server/features/orders/b.test.ts': 'new Date()',
      'server/platform/clock.ts': 'new Date()',
    }),
  ).toEqual([
    'server/features/orders/a.ts:1 uses new Date() without a time. Ask context.clock().',
    'server/features/orders/a.ts:2 uses Math.random. Ask context.random.',
  ])
})
