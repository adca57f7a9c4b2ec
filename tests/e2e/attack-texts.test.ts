import { expect } from '@playwright/test'
import { scriptAttacks } from '#server/testing/script-attacks.ts'
import { renderAttacks } from './setup/rendered-attacks.ts'
import { test } from './setup/visit.ts'

test('of some three hundred texts that want to run a script, none does, wherever the shop shows it', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  test.slow()
  expect(scriptAttacks.length).toBeGreaterThan(220)
  const token = await signIn('admin')
  const deeds = await renderAttacks({
    page,
    request,
    token,
    attacks: scriptAttacks,
    inOnePost: 100,
    searches: 2,
    isAlone: false,
  })
  expect(deeds).toEqual([])
})
