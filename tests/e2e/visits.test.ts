import { expect, type Page } from '@playwright/test'
import { longestReport } from '#rules/visits.ts'
import { ownWord, sizes } from './setup/office.ts'
import { card, catchChats, fillCheckout, orderAtOnce } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

// The browser of the tests says that it is a program, and programs are not counted.
test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
})

type Beacon = { address: string; bytes: number; text: string }

/** What the page hands to the browser to be sent, in this and every later document. */
async function watchBeacons(page: Page): Promise<Beacon[]> {
  const seen: Beacon[] = []
  await page.exposeFunction('beaconSeen', (beacon: Beacon) => void seen.push(beacon))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (address, body) => {
      const blob = body as Blob
      const told = window as unknown as { beaconSeen(beacon: object): void }
      void blob.text().then((text) => told.beaconSeen({ address, bytes: blob.size, text }))
      return send(address, body)
    }
  })
  return seen
}

test('a visit is counted from its link to its order, in reports of under 300 bytes, and the owner sees where it came from', async ({
  page,
  context,
  openOffice,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.phone)
  const beacons = await watchBeacons(page)
  await catchChats(context)
  const source = `flyer ${ownWord()}`
  await page.goto(
    `/shop?category=cleanser&utm_source=${source}&utm_medium=print&utm_campaign=${'ɛ'.repeat(90)}`,
  )
  const soap = card(page, 'Black Soap Clarifying Cleanser')
  await soap.getByRole('button', { name: 'Quick Add' }).click()
  await soap.getByRole('link', { name: 'Black Soap Clarifying Cleanser' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Black Soap Clarifying Cleanser')
  // A report that is still being written down would go with its page.
  await expect.poll(() => beacons.length).toBe(3)
  await page.goto('/checkout')
  await fillCheckout(page)
  await orderAtOnce(page)

  await expect.poll(() => beacons.length).toBe(5)
  const reports = beacons.map(({ text }) => JSON.parse(text))
  expect(reports.map(({ kind, first }) => [kind, first])).toEqual([
    ['page', true],
    ['add', false],
    ['product', false],
    ['checkout', false],
    ['page', false],
  ])
  expect(new Set(reports.map((report) => report.source)).size).toBe(1)
  expect(beacons.every(({ address, bytes }) => address === '/api/visits' && bytes < longestReport)).toBe(true)

  await openOffice('/admin/visits')
  const row = page.getByRole('row').filter({ hasText: source })
  await expect(row.getByRole('cell')).toHaveText([
    new RegExp(`^${source} / print / ɛ+$`),
    '1',
    '4',
    '1',
    '1',
    '1',
    '1',
  ])
  await expect(page.getByRole('region', { name: 'From visit to order' })).toContainText('Orders')
  await expectUsable({ again: true, inBothColours: true })
  await page.setViewportSize(sizes.phone)
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('heading', { name: 'Visits, 7 days' })).toBeVisible()
  await expect(row).toBeVisible()

  // Whoever works here is not counted.
  const before = beacons.length
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(beacons.length).toBe(before)
})
