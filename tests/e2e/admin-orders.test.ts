import { readFile } from 'node:fs/promises'
import { expect, type Route } from '@playwright/test'
import { openShelf, rowOf, statusOf } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { androidPhone, laptop } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test('an admin moves an order on and takes it back on a laptop, cancels it and opens it again on a phone', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await expect(rowOf(page, order)).toContainText('Ghs 245.00')
  await expect(rowOf(page, order)).toContainText('Pay on delivery')
  await expect(rowOf(page, order)).toContainText(/\w{3} \d+, \d{4}, \d\d:\d\d/)

  await statusOf(page, order).selectOption('Processing')
  await expect(toasts(page)).toContainText('Order status updated successfully')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(statusOf(page, order)).toHaveValue('Pending')
  await expect(toasts(page)).toContainText(`${order.tracking_code}: Processing → Pending`)

  await page.setViewportSize(androidPhone.viewport)
  await statusOf(page, order).selectOption('Cancelled')
  await expect(toasts(page)).toContainText('Stock Restored')
  await expect(rowOf(page, order)).toContainText('Nothing to pay')
  expect(await shelf.stock()).toBe(50)
  await statusOf(page, order).selectOption('Shipped')
  await expect(toasts(page)).toContainText('Stock Decremented')
  expect(await shelf.stock()).toBe(48)

  await page.reload()
  await expect(statusOf(page, order)).toHaveValue('Shipped')
})

test('several orders get a status at once on a phone, and on a laptop a driver and printed packing slips', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(androidPhone.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const ama = await shelf.order('Ama')
  const kofi = await shelf.order('Kofi')
  const rider = await shelf.order('Yaa', { delivery_option: 'personal_rider' })
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await page.getByLabel('Select all on this page').check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('3 selected')

  await bar.getByRole('button', { name: 'Set status' }).click()
  const question = page.getByRole('dialog', { name: 'Set the status of 3 orders' })
  await question.getByRole('button', { name: 'Set status' }).click()
  await expect(question.getByText('Please choose one')).toBeVisible()
  await question.getByRole('radio', { name: 'Processing' }).check()
  await question.getByRole('button', { name: 'Set status' }).click()
  await expect(toasts(page)).toContainText('3 orders: Processing.')
  // It stays while somebody points at it.
  const undo = toasts(page).getByRole('button', { name: 'Undo' })
  await undo.hover()
  for (const order of [ama, kofi, rider]) await expect(statusOf(page, order)).toHaveValue('Processing')

  await shelf.setStatus(kofi, 'Shipped')
  await undo.click()
  await expect(toasts(page)).toContainText('The change is undone')
  await expect(toasts(page)).toContainText('Not everything could be undone')
  const refused = toasts(page).getByRole('alert')
  await expect(refused).toContainText(kofi.tracking_code)
  await refused.getByRole('button', { name: 'Close notification' }).click()
  for (const order of [ama, rider]) await expect(statusOf(page, order)).toHaveValue('Pending')

  await page.setViewportSize(laptop.viewport)
  await bar.getByRole('button', { name: 'Assign driver' }).click()
  const drivers = page.getByRole('dialog', { name: 'Who brings these 3 orders?' })
  await drivers.getByRole('radio', { name: /Demo Driver/ }).check()
  await drivers.getByRole('button', { name: 'Assign driver' }).click()
  await expect(toasts(page)).toContainText('2 orders given to Demo Driver')
  await expect(toasts(page)).toContainText('The customer sends a rider of their own.')
  await expect(rowOf(page, ama)).toContainText('Driver: Demo Driver')
  await expect(rowOf(page, rider)).not.toContainText('Driver:')

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await bar.getByRole('button', { name: 'Print packing slips' }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const slip = page.getByRole('region', { name: `Packing slip ${ama.tracking_code}` })
  await expect(slip).toContainText(`Ama ${shelf.surname}`)
  await expect(slip).toContainText('House 14, behind Shell, Kumasi, Ashanti')
  await expect(slip).toContainText(`2 × ${shelf.product.name}`)
  await expect(slip).toContainText('Collect Ghs 245.00')
  await expect(slip.getByRole('img', { name: 'Code for tracking' })).toBeVisible()
  await expect(page.getByRole('main')).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('main')).toBeVisible()
})

test('a list that was asked for before a change is given up, so that it does not hide the change', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await expect(statusOf(page, order)).toHaveValue('Pending')

  const older = new Promise<Route>((held) => page.route('**/api/orders?*', held, { times: 1 }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  const asked = (await older).request()
  const givenUp = page.waitForEvent('requestfailed', (failed) => failed === asked)
  await statusOf(page, order).selectOption('Processing')
  await givenUp
  await expect(toasts(page)).toContainText('Order status updated successfully')
  await expect(statusOf(page, order)).toHaveValue('Processing')
})

test('of two admins who change one order, the second is told what the first has chosen', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await expect(statusOf(page, order)).toHaveValue('Pending')
  await shelf.setStatus(order, 'Shipped')

  await statusOf(page, order).selectOption('Cancelled')
  await expect(toasts(page)).toContainText('Failed to update order status')
  await expect(toasts(page)).toContainText('Somebody else has set it to Shipped meanwhile.')
  await expect(statusOf(page, order)).toHaveValue('Shipped')
  expect(await shelf.stock()).toBe(48)
})

test('a status that could not be saved goes back, and what is short is named', async ({
  page,
  request,
  signIn,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'), 2)
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await page.route(`**/api/orders/${order.id}`, (route) => route.abort())
  await statusOf(page, order).selectOption('Cancelled')
  await expect(toasts(page)).toContainText('Failed to update order status')
  await expect(toasts(page)).toContainText('We could not reach the shop.')
  await expect(statusOf(page, order)).toHaveValue('Pending')
  await page.unroute(`**/api/orders/${order.id}`)

  await statusOf(page, order).selectOption('Cancelled')
  await expect(toasts(page)).toContainText('Stock Restored')
  await shelf.order('Kofi')
  await statusOf(page, order).selectOption('Pending')
  await expect(toasts(page)).toContainText(`${shelf.product.name} (2 needed, 0 left)`)
  await expect(statusOf(page, order)).toHaveValue('Cancelled')
})

test('an admin without a mouse finds, opens, ticks and changes an order, and can turn the shortcuts off', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const first = await shelf.order('Ama')
  const second = await shelf.order('Kofi')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  // The second key belongs to the first for a second and a half only: a busy machine may need another try.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await page.keyboard.press('/')
  await page.keyboard.type(shelf.surname)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).focus()

  await page.keyboard.press('j')
  await expect(rowOf(page, second)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${first.tracking_code}` })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Order ${first.tracking_code}` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog', { name: `Order ${second.tracking_code}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, second)).toBeFocused()

  await statusOf(page, second).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Press Enter to set Shipped.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText(`${second.tracking_code}: Pending → Shipped`)

  await page.getByRole('heading', { level: 1, name: 'Orders' }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Go to Orders')
  await dialog.getByRole('switch', { name: /Use keyboard shortcuts/ }).press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'New order' })).toBeHidden()
  await page.reload()
  await expect(rowOf(page, first)).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
})

test('new orders are announced and wait until they are asked for', async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  await page.goto(`/admin/orders?status=Cancelled`)
  await expect(page.getByRole('link', { name: /^All/ })).toContainText(/\d/)
  const order = await shelf.order('Ama')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('status').filter({ hasText: /new orders?/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(rowOf(page, order)).toBeVisible()

  const later = await shelf.order('Kofi')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, later)).toBeVisible()
  await page.getByRole('link', { name: /^Cancelled/ }).click()
  await expect(page).toHaveURL('/admin/orders?status=Cancelled')
  await expect(rowOf(page, later)).toHaveCount(0)
})

test('the export has what the filters show, and its button says how much that is', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  await shelf.order('Ɛfua')
  await shelf.order('Kofi')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV · 2 rows' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^orders-all-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain(`Ɛfua ${shelf.surname}`)
  await expect(toasts(page)).toContainText('Your browser is saving the orders')
})

test('orders that cannot be loaded say so and are tried again; filters that fit nothing lead back', async ({
  page,
  request,
  signIn,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.route('**/api/orders?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await expect(page.getByText('Failed to load orders. Please try again later.')).toBeVisible()
  await page.unroute('**/api/orders?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, order)).toBeVisible()

  await page.getByRole('button', { name: 'Search and dates' }).click()
  const sheet = page.getByRole('dialog', { name: 'Search and dates' })
  await sheet.getByLabel('From').fill('2020-01-01')
  await sheet.getByLabel('To', { exact: true }).fill('2020-01-02')
  await sheet.getByRole('button', { name: 'Search' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(`/admin/orders?q=${shelf.surname}&from=2020-01-01&to=2020-01-02`)
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(page.getByRole('table', { name: 'Orders, the newest first' })).toBeVisible()
})
