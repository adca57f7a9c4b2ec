import { expect } from '@playwright/test'
import { cardOf, openDriverPage, test } from './setup/driver.ts'
import { bearer, sizes } from './setup/office.ts'

test('everyone can use the driver’s page', async ({ page, signIn, expectUsable, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama Serwaa', 'Kofi Owusu'])
  await signIn(driver.account)
  await openDriverPage(page)
  const mark = page.getByRole('button', { name: `Mark as Delivered: ${given.code}` })
  await expect(mark).toBeVisible()
  const seen = {
    phone: cardOf(page, given),
    laptop: page.getByRole('table', { name: 'Delivery Assignments' }),
  }
  for (const size of ['laptop', 'phone'] as const) {
    await page.setViewportSize(sizes[size])
    await expect(seen[size]).toBeVisible()
    if (size === 'laptop')
      await expect(seen.laptop.getByRole('columnheader')).toHaveText([
        'Order #',
        'Customer',
        'Date',
        'Status',
        'Actions',
      ])
    expect((await mark.boundingBox())?.height).toBeGreaterThanOrEqual(64)
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isTooWide).toBe(false)
  }
  await expectUsable({ inBothColours: true, smallest: 48 })

  await mark.click()
  await page.getByLabel('Cash collected').fill('1')
  await page.getByRole('button', { name: 'Confirm Delivered' }).click()
  await expect(page.getByText('Please say why it is not the amount due')).toBeVisible()
  await expectUsable({ inBothColours: true, smallest: 48 })
  await page.getByLabel('Cash collected').fill('145')
  await page.getByRole('button', { name: 'Confirm Delivered' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectUsable({ again: true, inBothColours: true, smallest: 48 })
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expectUsable({ again: true, inBothColours: true, smallest: 48 })
})

test('everyone can use the page of the drivers’ cash', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
  expectUsable,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama Serwaa'])
  const { token } = await (await request.post('/api/auth/signin', { data: driver.account })).json()
  const data = { status: 'Delivered', cash: { collected: 140, reason: 'Had no change' } }
  const step = await request.put(`/api/orders/${given.id}`, { headers: bearer(token), data })
  expect(step.status()).toBe(200)

  await signIn('admin')
  await page.goto('/admin/cash')
  const name = driver.account.email.split('@', 1)[0] ?? ''
  await expect(page.getByRole('region', { name })).toContainText('Had no change')
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: `Confirm hand-over of ${name}` }).click()
  await page.getByLabel('Counted').fill('200')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('This is more than the driver has collected')).toBeVisible()
  await expectUsable({ inBothColours: true })
})
