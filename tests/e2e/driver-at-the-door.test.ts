import { expect, type Page } from '@playwright/test'
import { cardOf, openDriverPage, photosOnPhone, setNetwork, test, waitForUndo } from './setup/driver.ts'
import { smallPicture } from './setup/office.ts'
import { awaitScripts, closeToasts, pauseTime, toasts } from './setup/page.ts'
import { demoAccount } from './setup/visit.ts'

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
  await pauseTime(page)
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

test('cash that is corrected is said to be saved once the shop has it, and not before', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await page.clock.install()
  await openDriverPage(page)
  const card = cardOf(page, given)
  const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
  await card.getByRole('button', { name: 'Mark as Delivered' }).click()
  await pauseTime(page)
  await sheet.getByLabel('Cash collected').fill('140')
  await sheet.getByLabel('Why is it not the amount due?').fill('Had no change')
  await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
  await waitForUndo(page)
  await expect(toasts(page)).toContainText('Order status updated to Delivered')
  await closeToasts(page)
  await page.getByLabel('Status', { exact: true }).selectOption('Delivered')
  await setNetwork(page, false)
  await card.getByRole('button', { name: 'Cash and proof' }).click()
  await sheet.getByLabel('Cash collected').fill('145')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 tap waits to be sent' })).toBeVisible()
  const pocket = page.getByRole('region', { name: 'Cash to hand over' })
  await expect(pocket).toContainText('Ghs 5.00 of it is not sent to the shop yet.')
  await expect(toasts(page)).not.toContainText('Saved')
  await setNetwork(page, true)
  await expect(toasts(page)).toContainText('Saved: the cash (Ghs 145.00)')
  await expect(pocket).toContainText('CollectedGhs 145.00')
  await expect(pocket).not.toContainText('Had no change')
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
