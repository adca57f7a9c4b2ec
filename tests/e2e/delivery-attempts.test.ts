import { expect, type Locator, type Page } from '@playwright/test'
import { formatDay } from '#rules/days.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import {
  cardOf,
  type Given,
  openDriverPage,
  photosOnPhone,
  setNetwork,
  test,
  waitForOfflinePage,
} from './setup/driver.ts'
import { bearer, smallPicture } from './setup/office.ts'
import { toasts } from './setup/page.ts'

async function openSheet(page: Page, given: Given): Promise<Locator> {
  await cardOf(page, given).getByRole('button', { name: 'Could not deliver' }).click()
  return page.getByRole('dialog', { name: `Could not deliver ${given.code}` })
}

/** The shop takes each attempt, but half of its answers are lost: the phone sends them once more. */
async function loseAnswers(page: Page): Promise<() => number> {
  let calls = 0
  await page.route('**/api/orders/*/attempts', async (route) => {
    calls += 1
    if (calls % 2 === 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return () => calls
}

test('a driver without a network comes back with two parcels: each is kept on the phone with note and photo, and counted once', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver, request, expectUsable }) => {
  const [absent, later] = await depot.give(driver, ['Ama Serwaa', 'Kofi Owusu'])
  await signIn(driver.account)
  await openDriverPage(page)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await waitForOfflinePage(page)
  await setNetwork(page, false)

  let sheet = await openSheet(page, absent)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Please choose what happened')).toBeVisible()
  await expectUsable({ inBothColours: true, smallest: 48 })
  await sheet.getByRole('radio', { name: 'Not at home' }).check()
  await sheet.getByLabel('Note for the office').fill('The gate is locked')
  await sheet.getByLabel('Take a photo').setInputFiles(await smallPicture(page, '#5b7553', 120, 120))
  await expect(sheet.getByText('The photo is ready.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(page, absent)).toContainText('Not at home · sending in')

  sheet = await openSheet(page, later)
  await sheet.getByRole('radio', { name: 'Postponed' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Please choose a day within the next 14 days')).toBeVisible()
  const day = dayAfter(new Date(), 2)
  await sheet.getByLabel('To which day?').selectOption(day)
  await sheet.getByRole('button', { name: 'Save' }).click()

  await page.reload()
  await expect(cardOf(page, absent)).toContainText('Not at home · will send when online')
  await expect(cardOf(page, absent)).toContainText('1 attempt: not at home')
  await expect(page.getByText('3 taps wait to be sent')).toBeVisible()
  expect((await depot.look(absent)).attempts).toBe(0)
  const calls = await loseAnswers(page)
  await setNetwork(page, true)
  await expect(page.getByText(/taps? waits? to be sent/)).toBeHidden()
  await expect.poll(() => photosOnPhone(page)).toBe(0)
  expect(calls()).toBeGreaterThan(2)
  await expect(cardOf(page, later)).toContainText('The office decides what follows.')
  await expectUsable({ inBothColours: true, smallest: 48 })

  expect(await depot.look(absent)).toMatchObject({
    order_status: 'Shipped',
    attempts: 1,
    last_attempt: 'not_at_home',
  })
  const answer = await request.get(`/api/orders/${absent.id}/delivery`, { headers: depot.office })
  const { attempts, proofs } = await answer.json()
  expect(attempts).toMatchObject([{ note: 'The gate is locked', photos: [expect.any(Number)] }])
  expect(proofs).toEqual([])
  expect(await depot.look(later)).toMatchObject({ attempts: 1, last_attempt: 'postponed' })
})

test('a press on the wrong card is undone before anybody hears of it', { tag: '@faults' }, async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await openDriverPage(page)
  const sheet = await openSheet(page, given)
  await sheet.getByRole('radio', { name: 'Refused' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await cardOf(page, given).getByRole('button', { name: 'Undo' }).click()
  await expect(cardOf(page, given).getByRole('button', { name: 'Could not deliver' })).toBeVisible()
  await expect(cardOf(page, given)).not.toContainText('1 attempt')
  expect((await depot.look(given)).attempts).toBe(0)
})

test('the customer chooses a day by the link, the office sends it out again, and the driver reads when', async ({
  page,
  request,
  signIn,
  depot,
  driver,
  expectUsable,
}) => {
  const [given] = await depot.give(driver, ['Yaa Asantewaa'])
  const { token } = await (await request.post('/api/auth/signin', { data: driver.account })).json()
  const data = { outcome: 'not_at_home', note: 'Nobody answered the phone' }
  const reported = await request.post(`/api/orders/${given.id}/attempts`, { headers: bearer(token), data })
  expect(reported.status()).toBe(201)

  await page.goto(`/track-order?code=${given.code}`)
  const missed = page.getByRole('region', { name: 'We could not hand over your order' })
  await expect(missed).toContainText('Nobody was at home.')
  await expectUsable({ again: true, inBothColours: true })
  await missed.getByRole('button', { name: 'Choose a new day' }).click()
  await missed.getByRole('button', { name: 'Save' }).click()
  await expect(missed.getByText('Please choose a day', { exact: true })).toBeVisible()
  await expectUsable({ again: true, inBothColours: true })
  const day = dayAfter(new Date(), 3)
  await missed.getByLabel('When may we come?').selectOption(day)
  await missed.getByLabel('Note for the rider').fill('After 5 pm')
  await missed.getByLabel('Phone number of the order').fill('024 123 4567')
  await missed.getByRole('button', { name: 'Save' }).click()
  await expect(missed).toContainText(`You asked for ${formatDay(day)}.`)
  await expect(missed.getByRole('heading')).toBeFocused()

  await signIn('admin')
  await page.goto('/admin/orders?to_decide=yes')
  await page.getByRole('link', { name: given.code }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${given.code}` })
  const panel = drawer.getByRole('region', { name: 'To decide' })
  await expect(panel).toContainText('1. Not at home')
  await expect(panel).toContainText('“Nobody answered the phone”')
  await expect(panel).toContainText(`The customer asked for ${formatDay(day)}: “After 5 pm”`)
  await expect(panel.getByLabel('On which day?')).toHaveValue(day)
  await expect(panel.getByLabel('Who brings it?')).toHaveValue(driver.id)
  await expectUsable({ again: true, inBothColours: true })
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(toasts(page)).toContainText('The order goes out again')
  await expect(panel).toBeHidden()
  await expect(drawer).toContainText(`To be brought on ${formatDay(day)}.`)

  await page.goto(`/track-order?code=${given.code}`)
  await expect(page.getByText(`We bring it on ${formatDay(day)}.`)).toBeVisible()
  await page.evaluate((own) => {
    localStorage.clear()
    localStorage.setItem('jwt_token', own)
  }, token)
  await openDriverPage(page)
  await expect(cardOf(page, given)).toContainText(`Bring it on ${formatDay(day)}`)
  await expect(cardOf(page, given)).toContainText('“After 5 pm”')
})
