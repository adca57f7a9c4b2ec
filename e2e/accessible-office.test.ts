import { expect } from '@playwright/test'
import { androidPhone, desk } from './setup/basket.ts'
import { openCounter, rowOf } from './setup/counter.ts'
import { findSmallTargets } from './setup/targets.ts'
import { test } from './setup/visit.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [where, { viewport }] of Object.entries({ laptop: desk, phone: androidPhone })) {
    test(`everyone can use the dashboard and the orders on a ${where}, in ${colorScheme} colours`, async ({
      page,
      request,
      signIn,
      expectAccessible,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const counter = await openCounter(request, page, await signIn('admin'))
      const order = await counter.order('Ama')
      const check = async () => {
        await expectAccessible()
        expect(await findSmallTargets(page)).toEqual([])
      }
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
}
