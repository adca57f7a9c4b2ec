import { expect, type Page } from '@playwright/test'
import { formatDate } from '#rules/dates.ts'
import { cardOf, deliver, openDriverPage, test, waitForUndo } from './setup/driver.ts'
import { closeToasts, passTimeToRead, pauseTime, toasts } from './setup/page.ts'

test('a visitor is led from the driver’s page to the login and back', async ({ page, driver }) => {
  await page.goto('/driver')
  await expect(page).toHaveURL('/login?from=%2Fdriver')
  await page.getByLabel('Email', { exact: true }).fill(driver.account.email)
  await page.getByLabel('Password', { exact: true }).fill(driver.account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/driver')
  await expect(page.getByRole('heading', { level: 1, name: 'Driver Dashboard' })).toBeVisible()
  await expect(page.getByText(`Welcome, ${driver.account.email}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No deliveries found' })).toBeVisible()
  await expect(page.getByText('You have no assigned deliveries at the moment.')).toBeVisible()
})

test('whoever is no driver reads why the driver’s page stays closed and is led home', async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await page.clock.install()
  await page.goto('/driver')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await pauseTime(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Your account does not have driver privileges. Please contact the site administrator if you believe this is an error.',
  )
  await passTimeToRead(page)
  await expect(page).toHaveURL('/')
})

test('a driver sees counters, searches, filters, and takes an order from step to step', async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const [shipped] = await depot.give(driver, ['Ama Serwaa'])
  const [pending] = await depot.give(driver, ['Kofi Owusu'], 'Pending')
  const [gone] = await depot.give(driver, ['Yaa Asantewaa'], 'Processing')
  await depot.put(`orders/${gone.id}`, { status: 'Cancelled' })
  const { created_at: ordered } = await depot.look(shipped)
  await depot.put(`orders/${shipped.id}/delivery-note`, { note: 'Ring twice' })
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)

  const main = page.getByRole('main')
  for (const words of ['Total Deliveries3All time', 'In Progress1', 'Completed0', 'Issues1'])
    await expect(main).toContainText(words)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Shipped')
  await expect(page.getByRole('combobox', { name: 'Status' }).getByRole('option').first()).toHaveText('All')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  for (const name of ['Previous', 'Next'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  const card = cardOf(page, shipped)
  for (const words of [
    'Ama Serwaa',
    formatDate(new Date(ordered)),
    'House 14',
    'Collect Ghs 145.00',
    'Ring twice',
  ])
    await expect(card).toContainText(words)
  await expect(card.getByRole('link', { name: 'Call Ama Serwaa' })).toHaveAttribute(
    'href',
    'tel:+233241234567',
  )
  await expect(card.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    `https://wa.me/233241234567?text=${encodeURIComponent(`Hello Ama Serwaa, I am on my way with your Adom Beauty order ${shipped.code}.`)}`,
  )
  await expect(card.getByRole('link', { name: 'Map to Ama Serwaa' })).toHaveAttribute(
    'href',
    /google\.com\/maps\/search\/\?api=1&query=House%2014/,
  )

  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await expect(page.getByText('Showing 1 to 3 of 3 results')).toBeVisible()
  await expect(cardOf(page, gone).getByRole('button', { name: 'Cancelled' })).toBeDisabled()
  const search = page.getByPlaceholder('Search orders...')
  await search.fill('kofi')
  await expect(page.getByRole('article')).toHaveCount(1)
  await search.fill('0241234567')
  await expect(page.getByRole('article')).toHaveCount(3)
  await search.fill('nobody')
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  await search.fill(pending.code.toLowerCase())

  await pauseTime(page)
  const next = cardOf(page, pending)
  for (const status of ['Processing', 'Shipped']) {
    await next.getByRole('button', { name: `Mark as ${status}` }).click()
    await expect(next).toContainText(`${status} · sending in`)
    await waitForUndo(page)
    await expect(toasts(page)).toContainText(`Order status updated to ${status}`)
  }
  await closeToasts(page)
  await deliver(page, pending)
  await waitForUndo(page)
  await expect(toasts(page)).toContainText('Order status updated to Delivered')
  await expect(next.getByRole('button', { name: 'Completed' })).toBeDisabled()
  await expect(main).toContainText('Completed1')
})

test('a tap can be undone, the clock stands still while the keyboard is on Undo, and those who want it are asked instead', async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama'], 'Pending')
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  const card = cardOf(page, given)
  await expect(card).toBeVisible()
  await pauseTime(page)
  await card.getByRole('button', { name: 'Mark as Processing' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(card).toContainText('Processing · waiting')
  await page.clock.runFor(60_000)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Mark as Processing' })).toBeVisible()
  await expect(card).toBeFocused()
  expect((await depot.look(given)).order_status).toBe('Pending')

  await page.clock.resume()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Ask me instead of the timer' }).press('Space')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Mark as Processing' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as Processing?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await card.getByRole('button', { name: 'Mark as Processing' }).click()
  await question.getByRole('button', { name: 'Mark as Processing' }).click()
  await expect(toasts(page)).toContainText('Order status updated to Processing')
})

test('an order that the office assigns reaches the open page within seconds', async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const stranger = await depot.newDriver()
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)
  await expect(page.getByRole('heading', { name: 'No deliveries found' })).toBeVisible()
  const [theirs] = await depot.give(stranger, ['Not yours'])
  const [given] = await depot.give(driver, ['Ama'])
  await page.clock.runFor(10_000)
  await expect(toasts(page)).toContainText(`New delivery: ${given.code}`)
  await expect(cardOf(page, given)).toBeVisible()
  await expect(cardOf(page, theirs)).toBeHidden()

  await page.evaluate(() => localStorage.removeItem('jwt_token'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No authentication token found')
})

/** Another tab with all deliveries, which hears nothing new until it may go on. */
async function openSecondTab(page: Page) {
  const tab = await page.context().newPage()
  await openDriverPage(tab)
  await tab.getByRole('combobox', { name: 'Status' }).selectOption('All')
  const waiting = Promise.withResolvers<void>()
  await tab.route('**/api/orders/driver?*', async (route) => {
    await waiting.promise
    await route.continue()
  })
  return { tab, goOn: waiting.resolve }
}

test('a driver hears that an order was changed, and its card says so until it is read', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver, expectUsable }) => {
  const [given] = await depot.give(driver, ['Ama'], 'Processing')
  await signIn(driver.account)
  await openDriverPage(page)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  const card = cardOf(page, given)
  await expect(card).toContainText('Ama')
  const later = await openSecondTab(page)
  const { updated_at: expected, order_total: agreed_total } = await depot.look(given)
  await depot.put(`orders/${given.id}/contents`, { customer_name: 'Efua', expected, agreed_total })
  await expect(toasts(page)).toContainText(`Order ${given.code} was changed`)
  await expect(card).toContainText('Efua')
  await expect(card).toContainText('Changed. Look at what is in it.')
  await expectUsable({ smallest: 48 })
  await page.reload()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/orders/driver?*', async (route) => {
    asked.resolve()
    await read.promise
    await route.continue()
  })
  await asked.promise
  await card.getByRole('button', { name: 'Understood' }).click()
  await expect(card).not.toContainText('Changed.')
  const lastCheck = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => /:driver-day:.*:checked$/.test(each))
      return localStorage.getItem(key ?? '')
    })
  const before = await lastCheck()
  read.resolve()
  await expect.poll(lastCheck).not.toBe(before)
  // Nor does an answer bring it back that was on its way when the driver read it.
  await expect(card).not.toContainText('Changed.')
  await page.reload()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await expect(card).toContainText('Efua')
  await expect(card).not.toContainText('Changed.')
  // A tab that comes later to the new list does not bring it back either.
  later.goOn()
  await expect(cardOf(later.tab, given)).toContainText('Efua')
  await expect(cardOf(later.tab, given)).not.toContainText('Changed.')
  await page.reload()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await expect(card).toContainText('Efua')
  await expect(card).not.toContainText('Changed.')

  // A change of the night is not missed by whoever signs in again in the morning.
  await later.tab.close()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).not.toHaveURL('/driver')
  const now = await depot.look(given)
  const again = { customer_name: 'Esi', expected: now.updated_at, agreed_total }
  await depot.put(`orders/${given.id}/contents`, again)
  await page.goto('/login?from=%2Fdriver')
  await page.getByLabel('Email', { exact: true }).fill(driver.account.email)
  await page.getByLabel('Password', { exact: true }).fill(driver.account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await expect(card).toContainText('Esi')
  await expect(card).toContainText('Changed. Look at what is in it.')
})

test('a list that cannot be loaded says so and keeps what is there; signing out says how it went', async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await page.route('**/api/orders/driver*', (route) => route.fulfill({ status: 500, json: {} }))
  await openDriverPage(page)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to fetch orders')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(cardOf(page, given)).toBeVisible()
  await expect(alert).toBeHidden()
  await page.route('**/api/orders/driver*', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(alert).toContainText('Failed to load your orders. Please try again.')
  await expect(cardOf(page, given)).toBeVisible()
  await page.unrouteAll()

  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error('The storage is locked')
    }
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(page)).toContainText('Failed to sign out. Please try again.')
  await page.reload()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(page)).toContainText('You have been successfully signed out.')
  await expect(page).toHaveURL('/')
})

test('a long list comes in pages, and older deliveries from the shop', async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await page.route('**/api/orders/driver?*', async (route) => {
    const answer = await route.fetch({ url: '/api/orders/driver' })
    const { orders, ...day } = await answer.json()
    const query = new URL(route.request().url()).searchParams
    const many = Array.from({ length: query.get('limit') === '100' ? 100 : 50 }, (_, n) => ({
      ...orders[0],
      id: n + 1 + Number(query.get('page') ?? 1) * 1000,
      tracking_code: `P${query.get('page') ?? 1}N${n}`,
      order_status: n < 60 ? 'Shipped' : 'Delivered',
    }))
    await route.fulfill({
      json: { ...day, orders: many, counts: { total: 180, in_progress: 60, completed: 120, issues: 0 } },
      headers: { 'x-total-count': '180' },
    })
  })
  await openDriverPage(page)
  await expect(page.getByText('Showing 1 to 50 of 60 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Showing 51 to 60 of 60 results')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await expect(page.getByText('Showing 1 to 50 of 180 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Order P2N0' })).toBeVisible()
})

test('a network that is too slow to say who the driver is does not hide the list that is on the phone', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await openDriverPage(page)
  await expect(cardOf(page, given)).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/driver.webmanifest')
  await page.route('**/api/**', () => {})
  await page.reload()
  await expect(page.getByText('Loading authentication...')).toBeVisible()
  await expect(cardOf(page, given)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
