import { expect } from '@playwright/test'
import { cardOf, openDriverPage, setNetwork, test, waitForOfflinePage, waitForUndo } from './setup/driver.ts'
import { bearer } from './setup/office.ts'
import { boxOf, closeToasts, toasts } from './setup/page.ts'
import { androidPhone } from './setup/shopping.ts'

test('without a network a driver is paid by mobile money, and the shop learns how with its reference', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver, expectUsable }) => {
  await page.setViewportSize(androidPhone.viewport)
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)
  await waitForOfflinePage(page)
  await setNetwork(page, false)
  const card = cardOf(page, given)
  await card.getByRole('button', { name: 'Mark as Delivered' }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
  await sheet.getByRole('radio', { name: 'Paid nothing' }).check()
  await expect(sheet.getByLabel('Why was nothing paid?')).toBeVisible()
  await sheet.getByRole('radio', { name: 'Mobile money' }).check()
  await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
  await expect(sheet.getByText('Please enter the reference of the transfer')).toBeVisible()
  await expectUsable({ inBothColours: true, smallest: 48 })
  await sheet.getByLabel('Reference').fill('MP261117.0815')
  await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
  await expect(card).toContainText('Collected Ghs 145.00 by mobile money')
  await expect(page.getByRole('region', { name: 'Cash to hand over' })).toContainText('Ghs 0.00')
  await setNetwork(page, true)
  await waitForUndo(page)
  await expect.poll(async () => (await depot.look(given)).payment_state).toBe('Paid')
  const answer = await page.request.get(`/api/orders/${given.id}/money`, { headers: depot.office })
  expect(await answer.json()).toMatchObject({
    lines: [{ source: 'door', way: 'mobile_money', amount: 145, reference: 'MP261117.0815' }],
  })
})

test('the office enters money, takes a wrong line back, and sees what is to be paid back until it is', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver, expectUsable }) => {
  await page.setViewportSize(androidPhone.viewport)
  const [given] = await depot.give(driver, ['Ama'], 'Delivered')
  const headers = bearer(await signIn('admin'))
  await page.goto(`/admin/orders?q=${given.code}&order=${given.id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${given.code}` })
  const money = drawer.getByRole('list', { name: 'Money of this order' })
  await drawer.getByRole('button', { name: 'Enter money received' }).click()
  const entry = page.getByRole('dialog', { name: 'Money received' })
  await expect(entry.getByLabel('Amount')).toHaveValue('145.00')
  await entry.getByLabel('How').selectOption('Bank')
  await entry.getByRole('button', { name: 'Save' }).click()
  await expect(entry.getByText('Please enter the reference of the transfer')).toBeVisible()
  await expectUsable({ inBothColours: true })
  await entry.getByLabel('Reference').fill('GH-77')
  await entry.getByLabel('Amount').fill('150')
  await entry.getByRole('button', { name: 'Save' }).click()
  const note = entry.getByLabel('Note (needed for more than is open)')
  await expect(note).toHaveAccessibleDescription('Please say why it is more than is open')
  await entry.getByLabel('Amount').fill('145')
  await entry.getByRole('button', { name: 'Save' }).click()
  await expect(money).toContainText('Received · Bank')
  await expect(toasts(page)).toContainText('Ghs 145.00 received')

  await money.getByRole('button', { name: 'This is wrong' }).click()
  const back = page.getByRole('dialog', { name: 'Take this line back?' })
  const [toast, save] = [await boxOf(toasts(page)), await boxOf(back.getByRole('button', { name: 'Save' }))]
  expect(toast.y + toast.height, 'a toast lies above the buttons of a dialog').toBeLessThanOrEqual(save.y)
  await back.getByLabel('What was wrong?').fill('It was paid in cash')
  await back.getByRole('button', { name: 'Save' }).click()
  await expect(money).toContainText('takes an earlier line back')
  await closeToasts(page)
  await drawer.getByRole('button', { name: 'Enter money received' }).click()
  await entry.getByRole('button', { name: 'Save' }).click()
  await expect(money).toContainText('Received · Cash')
  await expect(drawer).toContainText('Paid')

  await page.request.put(`/api/orders/${given.id}`, { headers, data: { status: 'Cancelled' } })
  await page.reload()
  await expect(drawer).toContainText('Ghs 145.00 has to go back to the customer')
  await expectUsable({ again: true, inBothColours: true })
  await drawer.getByRole('button', { name: 'Enter money paid back' }).click()
  const repaid = page.getByRole('dialog', { name: 'Money paid back' })
  await expect(repaid.getByLabel('Note (needed for more than is to go back)')).toBeVisible()
  await repaid.getByRole('button', { name: 'Save' }).click()
  await expect(money).toContainText('Paid back · Cash')
  await expect(drawer).not.toContainText('has to go back')
  await expect(drawer).toContainText('Refunded')
})
