import { expect } from '@playwright/test'
import { androidPhone, desk } from './setup/basket.ts'
import { openCounter, rowOf } from './setup/counter.ts'
import { test } from './setup/visit.ts'

for (const [where, { viewport }] of Object.entries({ laptop: desk, phone: androidPhone })) {
  test(`everyone can use the dashboard and the orders on a ${where}`, async ({
    page,
    request,
    signIn,
    expectUsableInBothColours: check,
  }) => {
    await page.setViewportSize(viewport)
    const counter = await openCounter(request, page, await signIn('admin'))
    const order = await counter.order('Ama')
    await page.goto('/admin', { waitUntil: 'networkidle' })
    await expect(page.getByRole('table', { name: 'Recent Orders' })).toBeVisible()
    await check()
    if (where === 'phone') {
      await page.getByRole('button', { name: 'Menu' }).click()
      await check()
    }

    await page.goto(`/admin/orders?q=${counter.surname}`, { waitUntil: 'networkidle' })
    await rowOf(page, order).getByRole('checkbox').check()
    await check()
    await page.getByRole('button', { name: 'Set status' }).click()
    await expect(page.getByRole('dialog', { name: 'Set the status of 1 order' })).toBeVisible()
    await check()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
    await check()

    await page.goto(`/admin/orders?q=${counter.surname}&order=${order.id}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('dialog', { name: `Order ${order.tracking_code}` })).toBeVisible()
    await check()
  })
}
