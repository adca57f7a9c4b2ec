import { expect } from '@playwright/test'
import { newProduct, ownName, productDrawer, sizes } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { buyElsewhere, cartOf } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test('an owner on a phone makes a set of products; a customer sees what is in it, and that the last jar is gone', {
  tag: '@faults',
}, async ({ page, request, signIn, expectUsable }) => {
  const token = await signIn('admin')
  const make = (name: string, price: string, stock_quantity: string) =>
    newProduct(request, page, token, { name: ownName(name), price, stock_quantity })
  const soap = await make('Soap', '30', '3')
  const oil = await make('Oil', '50', '9')
  const set = await make('Routine', '90', '0')

  await page.setViewportSize(sizes.phone)
  await page.goto(`/admin/products?q=${set.name}&edit=${set.id}`)
  const drawer = productDrawer(page)
  const search = drawer.getByRole('combobox', { name: 'Add a product to the set' })
  for (const { name } of [soap, oil]) {
    await search.fill(name)
    await page.getByRole('option', { name }).click()
  }
  await drawer.getByRole('button', { name: `Increase quantity of ${soap.name}` }).click()
  await expect(drawer.getByText('Bought one by one: Ghs 110.00')).toBeVisible()
  await expect(drawer.getByLabel('Stock quantity')).toHaveCount(0)
  await expectUsable({ inBothColours: true })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product updated successfully')

  await page.goto(`/product/${set.id}`)
  const contents = page.getByRole('list').filter({ hasText: `2 × ${soap.name}` })
  await expect(contents.getByRole('link', { name: `1 × ${oil.name}` })).toHaveAttribute(
    'href',
    `/product/${oil.id}`,
  )
  await expect(page.getByText('You save Ghs 20.00')).toBeVisible()
  await expectUsable()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect.poll(() => cartOf(page)).toMatchObject([{ product: { name: set.name }, quantity: 1 }])

  await buyElsewhere(request, soap.name, 2)
  await page.goto(`/product/${set.id}`)
  await expect(page.getByRole('main').getByText('Out of Stock').first()).toBeVisible()
})
