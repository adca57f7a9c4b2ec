import { expect, type Page } from '@playwright/test'
import { formatDate } from '#rules/dates.ts'
import { cardOf, deliver, openDriverPage, photosOnPhone, test, waitForUndo } from './setup/driver.ts'
import { smallPicture } from './setup/office.ts'
import { awaitScripts, closeToasts, passTimeToRead, toasts } from './setup/page.ts'
import { demoAccount } from './setup/visit.ts'

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
  for (const words of ['Ama Serwaa', formatDate(new Date()), 'House 14', 'Collect Ghs 145.00', 'Ring twice'])
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

test('cash is collected at the door, a difference needs a reason, and the office confirms the hand-over', async ({
  page,
  browser,
  signIn,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)
  await cardOf(page, given).getByRole('button', { name: 'Mark as Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
  await expect(sheet.getByLabel('Cash collected')).toHaveValue('145.00')
  await sheet.getByLabel('Cash collected').fill('140')
  await sheet.getByLabel('Customer’s PIN').fill('12')
  await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
  await expect(sheet.getByText('Please say why it is not the amount due')).toBeVisible()
  await expect(sheet.getByText('The PIN has 4 digits')).toBeVisible()
  await sheet.getByLabel('Why is it not the amount due?').fill('Had no change')
  await sheet.getByLabel('Customer’s PIN').fill(given.pin)
  await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
  const pocket = page.getByRole('region', { name: 'Cash to hand over' })
  await expect(pocket).toContainText('Ghs 140.00 of it is not sent to the shop yet.')
  await waitForUndo(page)
  await expect(toasts(page)).toContainText('Order status updated to Delivered')
  for (const words of ['DueGhs 145.00', 'CollectedGhs 140.00', 'OpenGhs 5.00', 'Had no change'])
    await expect(pocket).toContainText(words)

  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.9' } })
  await awaitScripts(elsewhere)
  const office = await elsewhere.newPage()
  await office.goto('/login?from=%2Fadmin%2Fcash')
  await office.getByLabel('Email', { exact: true }).fill(demoAccount('admin').email)
  await office.getByLabel('Password', { exact: true }).fill(demoAccount('admin').password)
  await office.getByRole('button', { name: 'Sign In' }).click()
  const name = driver.account.email.split('@', 1)[0] ?? ''
  const book = office.getByRole('region', { name })
  await expect(book).toContainText('Ghs 140.00')
  await expect(book).toContainText('Had no change')
  await closeToasts(office)
  await book.getByRole('button', { name: `Confirm hand-over of ${name}` }).click()
  const counting = office.getByRole('dialog', { name: `Hand-over of ${name}` })
  await counting.getByLabel('Counted').fill('100')
  await counting.getByRole('button', { name: 'Confirm' }).click()
  await expect(counting.getByText('Please say why it is less')).toBeVisible()
  await counting.getByLabel('Counted').fill('140')
  await counting.getByRole('button', { name: 'Confirm' }).click()
  await expect(toasts(office)).toContainText(`Ghs 140.00 taken over from ${name}`)
  await expect(
    office
      .getByRole('table', { name: /^Hand-overs/ })
      .getByRole('row')
      .filter({ hasText: name }),
  ).toContainText('Ghs 140.00')
  await elsewhere.close()
  await page.clock.runFor(10_000)
  await expect(pocket).toContainText('Nothing collected since the last hand-over.')
})

/** A phone that opens no photo before it is told to. */
async function slowPhotos(page: Page) {
  const start = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const open = window.createImageBitmap.bind(window)
    window.createImageBitmap = async (image: ImageBitmapSource) => {
      await promise
      return open(image)
    }
    return resolve
  })
  return () => start.evaluate((open) => open())
}

test('a wrong PIN is refused beside the order, the right one proves the delivery, and a photo that waited is deleted or sent as the driver says', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await openDriverPage(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Ask me instead of the timer' }).press('Space')
  await page.keyboard.press('Escape')
  const card = cardOf(page, given)
  const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
  const problems = card.getByRole('region', { name: `Please read, order ${given.code}` })
  const press = (name: string) => problems.getByRole('button', { name }).click()
  const deliverWith = async (pin: string, hasPhoto = false) => {
    await card.getByRole('button', { name: 'Mark as Delivered' }).click()
    await sheet.getByLabel('Customer’s PIN').fill(pin)
    const confirm = sheet.getByRole('button', { name: 'Confirm Delivered' })
    if (hasPhoto) {
      const open = await slowPhotos(page)
      await sheet.getByLabel('Take a photo').setInputFiles(await smallPicture(page, '#5b7553', 100, 120))
      await confirm.click()
      await expect(sheet.getByText('Opening the photo...')).toBeVisible()
      await open()
      await expect(sheet.getByText('The photo is ready.')).toBeVisible()
    }
    await confirm.click()
  }
  const wrong = given.pin === '1234' ? '4321' : '1234'

  await deliverWith(wrong, true)
  await expect(problems).toContainText('This is not the PIN of this order.')
  await expect(problems).toContainText('“Delivered” with Ghs 145.00 was not saved')
  await press('Understood')
  await expect(problems).toContainText('The photo is still on this phone.')
  expect(await photosOnPhone(page)).toBe(1)
  await press('Delete the photo')
  await expect(problems).toBeHidden()
  await expect.poll(() => photosOnPhone(page)).toBe(0)

  await deliverWith(wrong, true)
  await expect(problems).toContainText('The photo is still on this phone.')
  await press('Understood')
  await deliverWith(given.pin)
  await expect.poll(async () => (await depot.look(given)).order_status).toBe('Delivered')
  await page.getByLabel('Status', { exact: true }).selectOption('Delivered')
  await expect(card).toContainText('PIN checked')
  expect(await depot.photosOf(given)).toBe(0)
  await press('Send the photo again')
  await expect.poll(() => depot.photosOf(given)).toBe(1)
  await expect(card).toContainText('Photo sent')
  await expect(problems).toBeHidden()
  await expect.poll(() => photosOnPhone(page)).toBe(0)
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
