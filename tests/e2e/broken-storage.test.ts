import { expect } from '@playwright/test'
import { brokenTogether, openWithRubbish } from './setup/broken-storage.ts'
import { test } from './setup/visit.ts'

test('a browser that kept rubbish still opens the shop, and can buy', { tag: '@faults' }, async ({
  page,
}) => {
  for (const [turn, broken] of brokenTogether.entries()) {
    if (turn % 3 === 0) expect(await openWithRubbish(page, broken, turn / 3)).toEqual([])
  }
  await page.goto('/product/9')
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/cart')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})
