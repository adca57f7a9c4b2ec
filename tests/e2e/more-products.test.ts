import { expect } from '@playwright/test'
import { newProduct, ownName, productDrawer, sizes } from './setup/office.ts'
import { openAccountMenu, toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('an owner on a phone says what goes well with a product; what was looked at is found again, until the sign-out', {
  tag: '@faults',
}, async ({ page, request, signIn, expectUsable }) => {
  const token = await signIn('admin')
  const comb = await newProduct(request, page, token, { name: ownName('Comb'), price: '20' })
  const hidden = await newProduct(request, page, token, { name: ownName('Brush'), hidden: '1' })
  const oil = await newProduct(request, page, token, { name: ownName('Hair oil'), price: '60' })

  await page.setViewportSize(sizes.phone)
  await page.goto(`/admin/products?q=${oil.name}&edit=${oil.id}`)
  const drawer = productDrawer(page)
  const fields = drawer.getByRole('region', { name: 'Goes well with' })
  await fields.getByRole('combobox').fill(comb.name)
  await page.getByRole('option', { name: comb.name }).click()
  await expect(fields.getByRole('button', { name: `Do not offer ${comb.name}` })).toBeVisible()
  await fields.getByRole('combobox').fill(hidden.name)
  await page.getByRole('option', { name: /· Hidden$/ }).click()
  await expect(fields.getByRole('listitem').filter({ hasText: hidden.name })).toContainText(
    'Hidden: customers do not see it',
  )
  await expect(fields.getByLabel('Also what customers bought with it')).toBeChecked()
  await expectUsable({ again: true, inBothColours: true })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product updated successfully')

  await page.goto(`/product/${oil.id}`)
  const offered = page.locator('section')
  const withIt = offered.filter({ has: page.getByRole('heading', { name: 'Goes well with' }) })
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0)
  await expect(withIt).not.toContainText(hidden.name)
  await withIt.getByRole('link', { name: comb.name }).click()

  await expect(page.getByRole('heading', { level: 1, name: comb.name })).toBeVisible()
  const seen = offered.filter({ has: page.getByRole('heading', { name: 'Recently viewed' }) })
  await expect(seen.getByRole('link', { name: oil.name })).toBeVisible()
  await expectUsable()

  const menu = await openAccountMenu(page)
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adom_recently_viewed'))).toBeNull()
})
