import { expect } from '@playwright/test'
import { openShelf } from './setup/office.ts'
import { boxOf, toasts } from './setup/page.ts'
import { androidPhone, laptop } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const cards = ['Total Orders', 'Pending Orders', 'Total Products', 'Total Revenue']

test('the dashboard shows the four numbers, the newest orders and the way to all of them, on a laptop and on a phone', async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto('/admin')
  for (const name of cards) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(card).toContainText(name === 'Total Revenue' ? /Ghs \d+\.\d\d/ : /\d/)
  }
  const recent = page.getByRole('table', { name: 'Recent Orders' })
  await expect(recent.getByRole('columnheader')).toHaveText(['ID', 'Customer', 'Amount', 'Status', 'Date'])
  const rowFor = (each: { tracking_code: string }) =>
    recent.getByRole('row').filter({ hasText: each.tracking_code })
  await expect(rowFor(order)).toContainText('Ghs 245.00')
  await rowFor(order).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Order ${order.tracking_code}` })).toBeVisible()
  await page.setViewportSize(androidPhone.viewport)
  // Other tests order meanwhile, and only the newest are here.
  const later = await shelf.order('Kofi')
  // What all tests sold together may be little.
  await page.route('**/api/dashboard', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), totalRevenue: 1_234_567.5 } })
  })
  await page.goto('/admin')
  await expect(rowFor(later)).toContainText('Ghs 245.00')
  const figureOf = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .getByRole('paragraph')
      .first()
  const oneLine = await boxOf(figureOf('Total Orders'))
  const amount = await boxOf(figureOf('Total Revenue'))
  expect(amount.height, 'an amount stands on one line with its currency').toBe(oneLine.height)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expectUsable()
  await page.getByRole('link', { name: 'View All Orders' }).click()
  await expect(page).toHaveURL('/admin/orders')
})

test('orders that wait for a person are named on the dashboard and open from there', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'), 40)
  const items = [{ product_id: shelf.product.id, quantity: 30 }]
  const order = await shelf.order('Ama', { items })
  const twice = await shelf.order('Kofi')
  // Which ones are the oldest depends on the other tests, and cash beside an online payment takes a driver: this one shows its own.
  await page.route('**/api/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    const placed = { order_total: 245, created_at: '2026-03-05T09:00:00Z' }
    const own = [
      { ...placed, ...order, customer_name: 'Ama', marks: ['to_confirm'] },
      { ...placed, ...twice, customer_name: 'Kofi', marks: ['paid_twice'] },
    ]
    await route.fulfill({ json: { ...answer, ordersToDecide: own, ordersToDecideCount: 3 } })
  })
  await page.goto('/admin')
  const waiting = page.getByRole('region', { name: 'Orders to decide' })
  await expect(waiting.getByRole('listitem')).toHaveText([/Ama.*To confirm/, /Kofi.*Paid twice/])
  await expect(waiting).toContainText('and 1 more')
  await waiting.getByRole('link', { name: `Order ${order.tracking_code}` }).click()
  await expect(page.getByRole('dialog', { name: `Order ${order.tracking_code}` })).toContainText('To confirm')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('charts can be read as a sentence and as a table', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  await shelf.order('Ama')
  await page.goto('/admin')
  const chart = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Revenue, 30 days' }) })
  await expect(chart).toContainText(
    /Ghs \d+\.\d\d in 30 days; \d+ orders? (was|were) placed\. The best day was/,
  )
  await chart.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Revenue of the last 30 days, the latest first' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await chart.getByRole('button', { name: 'Show as chart' }).click()
  await expect(table).toBeHidden()
})

test('the stock of a scarce product is corrected on the dashboard', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'), 3)
  const { id, name } = shelf.product
  // Which products are the scarcest depends on the other tests: this one shows its own.
  await page.route('**/api/dashboard', async (route) => {
    const answer = await route.fetch()
    const lowStock = [{ id, name, image: null, stock_quantity: await shelf.stock() }]
    await route.fulfill({ json: { ...(await answer.json()), lowStock, lowStockCount: 1 } })
  })
  await page.goto('/admin')
  await page.getByLabel(`Stock of ${name}`, { exact: true }).fill('12')
  await page.getByRole('button', { name: `Save the stock of ${name}` }).click()
  await expect(toasts(page)).toContainText('Stock saved')
  expect(await shelf.stock()).toBe(12)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a new shop has no orders yet, and a dashboard that cannot be loaded shows dashes and tries again', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const logged: string[] = []
  // The browser itself writes an error for each answer of this kind; the page writes a warning.
  page.on('console', (line) => {
    if (line.type() === 'warning' && line.text().includes('dashboard')) logged.push(line.text())
  })
  let isDown = true
  await page.route('**/api/dashboard', async (route) => {
    if (isDown) return route.fulfill({ status: 500, json: {} })
    const answer = await route.fetch()
    const empty = { recentOrders: [], totalOrders: 0, bestSellers: [], lowStock: [], lowStockCount: 0 }
    await route.fulfill({ json: { ...(await answer.json()), ...empty } })
  })
  await page.goto('/admin')
  await expect(page.getByText('The dashboard could not be loaded')).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Total Orders' }) })
  await expect(card).toContainText('–')
  await expect(toasts(page)).toHaveText('')
  await expect.poll(() => logged).toEqual([expect.stringContaining('The dashboard could not be loaded')])
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(card).toContainText('0')
})

test('the side navigation leads through the back office, out of it and away', async ({ page, signIn }) => {
  await page.setViewportSize(laptop.viewport)
  await signIn('admin')
  await page.goto('/admin')
  const side = page.getByRole('navigation', { name: 'Back office' })
  for (const name of ['Products', 'Orders', 'Blog', 'Dashboard']) {
    await side.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await expect(side.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: 'Visit Store' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin/orders')
  await expect(page).toHaveURL('/login?from=%2Fadmin%2Forders')
})

test('on a phone the menu of the back office opens from the top bar, names the version and closes when a page is chosen', {
  tag: '@faults',
}, async ({ page, signIn }) => {
  await page.setViewportSize(androidPhone.viewport)
  await signIn('admin')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Back office' })
  await expect(menu.getByText(/^Version \d+\.\d+\.\d+/)).toBeVisible()
  await menu.getByRole('link', { name: /^Orders/ }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})

test('a wrong address below the back office is not found there, and leads to the dashboard', {
  tag: '@faults',
}, async ({ page, signIn, expectUsable }) => {
  await signIn('admin')
  const answer = await page.goto('/admin/nonsense')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expectUsable()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
