import { expect, type Page, type Route } from '@playwright/test'
import { type Given, test } from './setup/driver.ts'
import { closeToasts } from './setup/page.ts'
import { leftToFaults } from './setup/visit.ts'

function drawerOf(page: Page, { code }: Given) {
  return page.getByRole('dialog', { name: `Order ${code}` })
}

for (const width of [360, 1280]) {
  test(
    `a jar comes back, is received and paid back, ${width} px wide`,
    leftToFaults(width !== 360),
    async ({ page, signIn, depot, driver, expectUsable, expectAccessible }) => {
      await page.setViewportSize({ width, height: 800 })
      const [given] = await depot.give(driver, ['Ama'], 'Delivered')
      const entry = { kind: 'receipt', way: 'cash', amount: 145, last_line: 0 }
      await page.request.post(`/api/orders/${given.id}/money`, { headers: depot.office, data: entry })
      await signIn('admin')
      await page.goto(`/admin/orders?q=${given.code}&order=${given.id}`)
      const drawer = drawerOf(page, given)
      await expect(drawer.getByText('Unopened: 30 days, until')).toBeVisible()
      await drawer.getByRole('button', { name: 'Open a return' }).click()

      const opening = page.getByRole('dialog', { name: 'Open a return' })
      await opening.getByRole('button', { name: 'Open return' }).click()
      await expect(opening.getByText('Please choose what comes back')).toBeVisible()
      await opening.getByRole('checkbox', { name: /Driver's jar/ }).check()
      await opening.getByLabel(/^Why/).selectOption('Another reason')
      await opening.getByRole('button', { name: 'Open return' }).click()
      await expect(opening.getByText('Please say why it comes back')).toBeVisible()
      await expectAccessible()
      await opening.getByLabel('Note').fill('The lid does not close')
      await opening.getByRole('button', { name: 'Open return' }).click()

      const card = drawer.getByRole('article', { name: /^Return \d+$/ })
      await expect(card).toContainText('Asked for')
      await expect(card).toContainText('The lid does not close')
      await expectAccessible({ again: true })
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', 'yes')
      })
      await card.getByRole('button', { name: 'Slip for the rider' }).click()
      await expect(page.locator('body[data-printed]')).toHaveCount(1)
      await page.emulateMedia({ media: 'print' })
      const slip = page.getByRole('region', { name: `Return slip ${given.code}` })
      await expect(slip).toContainText('Fetch from the customer')
      await expect(slip).toContainText('House 14, behind the filling station')
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })

      // What is fetched anew after a change stays meanwhile: nothing below it moves away from a finger.
      const receipts = new Promise<Route>((held) => page.route('**/receipts', held))
      await card.getByRole('button', { name: 'Rider has it' }).click()
      await expect(card).toContainText('With the rider')
      const fetchedAnew = await receipts
      await expect(drawer.getByText('Receipts and invoices begin once')).toBeVisible()
      await fetchedAnew.continue()
      await page.unroute('**/receipts')
      await closeToasts(page)
      await card.getByRole('button', { name: 'It is here' }).click()
      const arrival = page.getByRole('dialog', { name: /^Receive return/ })
      await arrival.getByLabel('Back on the shelf').fill('2')
      await arrival.getByRole('button', { name: 'Receive', exact: true }).click()
      await expect(arrival.getByText('More than the 1 that were asked for cannot arrive')).toBeVisible()
      await expectAccessible({ again: true })
      await arrival.getByLabel('Back on the shelf').fill('1')
      await arrival.getByRole('button', { name: 'Receive', exact: true }).click()
      await expect(card).toContainText('1 back on the shelf')
      await closeToasts(page)

      await card.getByRole('button', { name: 'Settle' }).click()
      const settling = page.getByRole('dialog', { name: /^Settle return/ })
      await expect(settling.getByLabel('The order costs less by')).toHaveValue('100.00')
      await settling.getByLabel('How the money goes back').selectOption('Shop’s wallet')
      await settling.getByRole('button', { name: 'Settle' }).click()
      await expect(settling.getByText('Please enter the reference of the transfer')).toBeVisible()
      await expectAccessible({ again: true })
      await settling.getByLabel('Reference').fill('MP261117.0815')
      await settling.getByLabel('The order costs less by').fill('80')
      await expect(settling.getByRole('status').filter({ hasText: 'goes back' })).toContainText('Ghs 80.00')
      await settling.getByRole('button', { name: 'Settle' }).click()
      await expect(card).toContainText('The order costs Ghs 80.00 less.')
      const money = drawer.getByRole('list', { name: 'Money of this order' })
      await expect(money).toContainText('Paid back · Shop’s wallet')
      await expect(drawer.getByText('Return of 1 ×').last()).toContainText('Settled, Ghs 80.00 less to pay')
      // This look is one at a laptop, too, and ends on the phone.
      if (width === 360) await expectUsable({ again: true, inBothColours: true })
      else await expectAccessible()
    },
  )
}

test('what waits to come back is one press away in the list of orders', { tag: '@faults' }, async ({
  page,
  openOffice,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Kofi'], 'Delivered')
  const seen = await (
    await page.request.get(`/api/orders/${given.id}/returns`, { headers: depot.office })
  ).json()
  const [line] = seen.returnable
  const asked = { product_id: line.product_id, quantity: 1, reason: 'damaged', condition: 'used' }
  const data = { items: [asked], expected: seen.expected }
  const opened = await page.request.post(`/api/orders/${given.id}/returns`, { headers: depot.office, data })
  expect(opened.status()).toBe(201)
  await openOffice('/admin/orders')
  await page.getByRole('link', { name: /^Open returns/ }).click()
  const row = page.getByRole('row').filter({ hasText: given.code })
  await expect(row).toContainText('Return: asked for')
})
