import { expect, type Page } from '@playwright/test'
import {
  cardOf,
  deliver,
  type Given,
  openDriverPage,
  setNetwork,
  test,
  waitForOfflinePage,
} from './setup/driver.ts'
import { bearer, smallPicture } from './setup/office.ts'
import { openAccountMenu, toasts } from './setup/page.ts'

const names = Array.from({ length: 8 }, (_, n) => `Customer ${n + 1}`)

/** Some steps arrive at the shop, but the answer is lost on the way back; some never even arrive. */
async function loseAnswers(page: Page): Promise<void> {
  let calls = 0
  await page.route('**/api/orders/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    calls += 1
    if (calls % 7 === 0) return route.abort()
    if (calls % 3 !== 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
}

test('a day of deliveries, half of them without a network: each is applied once, in order, with its own time and photo', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const orders = await depot.give(driver, names)
  const token = await signIn(driver.account)
  await openDriverPage(page)
  await expect(page.getByText('Showing 1 to 8 of 8 results')).toBeVisible()
  await waitForOfflinePage(page)
  const tapped = new Map<number, { from: number; to: number }>()
  const work = async (given: Given, n: number) => {
    await cardOf(page, given).getByRole('button', { name: 'Mark as Delivered' }).click()
    const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
    await sheet.getByLabel('Take a photo').setInputFiles(await smallPicture(page, '#5b7553', 100 + n, 120))
    await expect(sheet.getByText('The photo is ready.')).toBeVisible()
    const from = Date.now()
    await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
    await expect(sheet).toBeHidden()
    tapped.set(given.id, { from, to: Date.now() })
  }

  await loseAnswers(page)
  for (const [n, given] of orders.slice(0, 4).entries()) await work(given, n)
  await setNetwork(page, false)
  for (const [n, given] of orders.slice(4, 6).entries()) await work(given, 4 + n)
  await page.reload()
  await expect(page.getByText('You are offline. What you tap is kept on this phone')).toBeVisible()
  const fifth = orders[4]
  if (fifth) await expect(cardOf(page, fifth)).toContainText('Delivered · will send when online')
  for (const [n, given] of orders.slice(6).entries()) await work(given, 6 + n)
  await expect(page.getByText(/\d+ taps wait to be sent/)).toBeVisible()
  const inPocket = page.getByRole('region', { name: 'Cash to hand over' })
  await expect(inPocket).toContainText('Ghs 1160.00')
  await setNetwork(page, true)
  await expect(page.getByText('No deliveries found')).toBeVisible({ timeout: 120_000 })
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText(/waits? to be sent/)).toBeHidden({ timeout: 60_000 })

  const times: number[] = []
  for (const [n, given] of orders.entries()) {
    const { order_status, history } = await depot.look(given)
    expect([given.code, order_status, history.map(({ status }) => status)]).toEqual([
      given.code,
      'Delivered',
      ['Pending', 'Shipped', 'Delivered'],
    ])
    const at = Date.parse(history.at(-1)?.at ?? '')
    const { from = 0, to = 0 } = tapped.get(given.id) ?? {}
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(to)
    times.push(at)
    expect(await photoWidths(page, given, token)).toEqual([100 + n])
  }
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  await expect(inPocket).toContainText('Ghs 1160.00')
  await expect(inPocket).not.toContainText('not sent')
  expect((await depot.drivers()).find(({ id }) => id === driver.id)?.open_orders).toBe(0)
})

/** The photos of an order, known by their width. */
function photoWidths(page: Page, { id }: Given, token: string): Promise<number[]> {
  return page.evaluate(
    async ({ address, headers }) => {
      const { proofs }: { proofs: { id: number }[] } = await (
        await fetch(`${address}/delivery`, { headers })
      ).json()
      const widths: number[] = []
      for (const proof of proofs) {
        const file = await fetch(`${address}/proofs/${proof.id}`, { headers })
        widths.push((await createImageBitmap(await file.blob())).width)
      }
      return widths
    },
    { address: `/api/orders/${id}`, headers: bearer(token) },
  )
}

test('a tap on an order that the shop cancelled meanwhile is explained, and never dropped', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [cancelled, other] = await depot.give(driver, ['Ama', 'Kofi'])
  await signIn(driver.account)
  await openDriverPage(page)
  await waitForOfflinePage(page)
  await setNetwork(page, false)
  await deliver(page, cancelled)
  await deliver(page, other)
  await depot.put(`orders/${cancelled.id}`, { status: 'Cancelled' })
  await setNetwork(page, true)

  const problems = cardOf(page, cancelled).getByRole('region', {
    name: `Please read, order ${cancelled.code}`,
  })
  await expect(problems).toContainText(`Order ${cancelled.code}: The shop cancelled this order`)
  await expect(problems).toContainText('“Delivered” with Ghs 145.00 was not saved')
  await expect(toasts(page)).toContainText('Failed to update order status')
  await expect(toasts(page)).toContainText(`Order ${cancelled.code}: The shop cancelled this order`)
  await expect.poll(async () => (await depot.look(other)).order_status).toBe('Delivered')
  await page.reload()
  await expect(problems).toBeVisible()
  await problems.getByRole('button', { name: 'Understood' }).click()
  await expect(problems).toBeHidden()
  expect((await depot.look(cancelled)).order_status).toBe('Cancelled')
})

test('whoever signs out with unsent taps is warned, and finds them again', { tag: '@faults' }, async ({
  page,
  signIn,
  depot,
  driver,
}) => {
  const [given] = await depot.give(driver, ['Ama'])
  await signIn(driver.account)
  await openDriverPage(page)
  await page.route('**/api/orders/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await deliver(page, given)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: '1 tap is not sent yet' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(toasts(page)).toContainText('You have been successfully signed out.')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('filling station')
  await page.unrouteAll({ behavior: 'wait' })

  await page.goto('/login?from=%2Fdriver')
  await page.getByLabel('Email', { exact: true }).fill(driver.account.email)
  await page.getByLabel('Password', { exact: true }).fill(driver.account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Driver Dashboard' })).toBeVisible()
  await expect.poll(async () => (await depot.look(given)).order_status).toBe('Delivered')
})

test('without a network a delivered card shows its cash and takes a correction, and a phone without room asks to stay until all is sent', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama'])
  const [pending] = await depot.give(driver, ['Kofi'], 'Pending')
  await signIn(driver.account)
  await openDriverPage(page)
  await waitForOfflinePage(page)
  await setNetwork(page, false)
  await deliver(page, given)
  await page.goto('/driver/')
  await expect(page).toHaveURL('/driver')
  const card = cardOf(page, given)
  await expect(card).toContainText('Collected Ghs 145.00')
  await expect(card).toContainText('Delivered · will send when online')
  await card.getByRole('button', { name: 'Cash and proof' }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
  await sheet.getByLabel('Cash collected').fill('140')
  await sheet.getByLabel('Why is it not the amount due?').fill('Had no change')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Collected Ghs 140.00')

  await expect(page.getByText('1 other assignment waits (1 Pending)')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText(/other assignments? wait/)).toBeHidden()
  await fillStorage(page)
  await cardOf(page, pending).getByRole('button', { name: 'Mark as Processing' }).click()
  const warning = page.getByRole('alert').filter({ hasText: 'The storage of this phone is full' })
  await expect(warning).toContainText('only on this page')
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await setNetwork(page, true)
  await expect.poll(async () => (await depot.look(pending)).order_status).toBe('Processing')
  await expect(warning).toBeHidden()
  expect((await depot.look(given)).cash).toEqual({ collected: 140, received_at: null })
})

/** From now on the phone has no room for anything more. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
}

test('going back from a phone without room is asked about while a tap is on the page alone', {
  tag: '@faults',
}, async ({ page, signIn, depot, driver }) => {
  const [given] = await depot.give(driver, ['Ama'], 'Pending')
  await signIn(driver.account)
  await page.goto('/')
  await (await openAccountMenu(page)).getByRole('link', { name: 'Driver Dashboard' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await fillStorage(page)
  await page.route('**/api/orders/*', (route) => route.abort())
  await cardOf(page, given).getByRole('button', { name: 'Mark as Processing' }).click()
  const warning = page.getByRole('alert').filter({ hasText: 'The storage of this phone is full' })
  await expect(warning).toBeVisible()
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave before it is sent?' })
  await expect(leaving).toContainText('only on this page and is lost if you leave')
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await expect(warning).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(async () => (await depot.look(given)).order_status).toBe('Processing')
  await expect(warning).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a driver who signs out without a network, on a phone that believes in one, leaves no name and no address there, and the shop hears of it later', {
  tag: '@faults',
}, async ({ page, context, signIn, depot, driver }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }))
  const [given] = await depot.give(driver, ['Ama'])
  const token = await signIn(driver.account)
  await openDriverPage(page)
  await expect(cardOf(page, given)).toBeVisible()
  await waitForOfflinePage(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  await expect(toasts(page)).toContainText('You have been successfully signed out.')
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const personal of ['Ama', given.code, driver.account.email]) expect(left).not.toContain(personal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  const isDriver = () => page.request.get('/api/auth/is-driver', { headers: bearer(token) })
  await expect.poll(async () => (await isDriver()).status()).toBe(401)
})
