import { expect } from '@playwright/test'
import { findBarriers } from './setup/accessibility.ts'
import { openShelf, rowOf } from './setup/office.ts'
import { test } from './setup/visit.ts'

test('everyone can use the dashboard and the orders', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto('/admin')
  await expect(page.getByRole('table', { name: 'Recent Orders' })).toBeVisible()
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await findBarriers(page)).toEqual([])

  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await rowOf(page, order).getByRole('checkbox').check()
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByRole('dialog', { name: 'Set the status of 1 order' })).toBeVisible()
  await expectUsable({ inBothColours: true })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await expectUsable({ inBothColours: true })

  await page.goto(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  await expect(page.getByRole('dialog', { name: `Order ${order.tracking_code}` })).toBeVisible()
  await expectUsable({ inBothColours: true })
})
