import { type BrowserContext, expect as base, chromium, type Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'
import { browserArguments, findBrowser } from '../../scripts/find-browser.ts'
import { openFaultWorld } from './fault-world.ts'
import { sizeOf } from './size.ts'

const deliveries = sizeOf({ small: 3, full: 9 })
const aDay = 24 * 60 * 60 * 1000

/** 160 kbit/s, as on the edge of a cell. */
const slowLine = { offline: false, latency: 300, uploadThroughput: 20_000, downloadThroughput: 20_000 }

const look = base.configure({ timeout: 120_000 })

test('a day of deliveries on 160 kbit/s, with photos, a full storage and a clock that is put right: nothing is lost, and each has its own time', {
  meta: { size: `${deliveries} deliveries` },
  timeout: 300_000 + deliveries * 60_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const [admin, driver] = [await world.office.signedInAs('admin'), await world.office.signedInAs('driver')]
  const { address } = await world.open()
  const shop = openDesk(address, admin.token)
  const orders = await giveOrders(shop, world.jars[0] ?? 0, driver.token)
  const { page, context } = await openPhone(address, driver.token)
  await page.goto('/driver')
  await look(page.getByRole('heading', { level: 1, name: 'Driver Dashboard' })).toBeVisible()
  const isOnPhone = () =>
    page.evaluate(async () => {
      const isControlled = navigator.serviceWorker.controller !== null
      return isControlled && (await caches.match('/driver')) !== undefined
    })
  await look.poll(isOnPhone).toBe(true)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slowLine)

  const tapped = new Map<number, number>()
  const deliver = async (given: Given) => {
    const card = page.getByRole('article', { name: `Order ${given.code}` })
    await card.getByRole('button', { name: 'Mark as Delivered' }).click()
    const sheet = page.getByRole('dialog', { name: `Order ${given.code}` })
    await sheet.getByLabel('Take a photo').setInputFiles(await busyPhoto(page))
    await look(sheet.getByText('The photo is ready.')).toBeVisible()
    tapped.set(given.id, Date.now())
    await sheet.getByRole('button', { name: 'Confirm Delivered' }).click()
    await look(sheet).toBeHidden()
  }
  const third = Math.ceil(orders.length / 3)
  for (const given of orders.slice(0, third)) await deliver(given)

  await line.send('Network.emulateNetworkConditions', { ...slowLine, offline: true })
  await context.setOffline(true)
  for (const given of orders.slice(third, 2 * third)) await deliver(given)
  await fillStorage(page)
  for (const given of orders.slice(2 * third)) await deliver(given)
  const warning = page.getByRole('alert').filter({ hasText: 'The storage of this phone is full' })
  await look(warning).toBeVisible()
  await page.evaluate(() => Object.assign(window, { phoneIsAhead: 0 }))
  await context.setOffline(false)
  await line.send('Network.emulateNetworkConditions', slowLine)

  for (const given of orders) {
    const seen = async () => {
      const { order_status, history } = await shop.look(given)
      return [order_status, history.map(({ status }) => status), await shop.countPhotos(given)]
    }
    const whole = ['Delivered', ['Pending', 'Shipped', 'Delivered'], 1]
    await expect.poll(seen, { timeout: 240_000, interval: 1_000 }).toEqual(whole)
    const { history } = await shop.look(given)
    const lateMs = Date.parse(history.at(-1)?.at ?? '') - (tapped.get(given.id) ?? 0)
    expect(Math.abs(lateMs)).toBeLessThan(60_000)
  }
  await look(page.getByText(/waits? to be sent/)).toBeHidden()
  await look(warning).toBeHidden()
})

type Given = { id: number; code: string }

type Desk = ReturnType<typeof openDesk>

/** The office, which asks the same shop as the phone. */
function openDesk(address: string, admin: string) {
  const call = async <Body>(method: string, path: string, body?: object, token = admin): Promise<Body> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${address}/api/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    call,
    look: ({ id }: Given) => call<OrderDetailResponse>('GET', `orders/${id}`),
    countPhotos: async ({ id }: Given) =>
      (await call<{ proofs: unknown[] }>('GET', `orders/${id}/delivery`)).proofs.length,
  }
}

async function giveOrders({ call }: Desk, jar: number, driver: string): Promise<Given[]> {
  const given: Given[] = []
  for (let n = 0; n < deliveries; n++) {
    const body = orderBody([item(jar)], { customer_phone: `024 ${1_000_000 + n}` })
    const { id, tracking_code: code } = await call<{ id: number; tracking_code: string }>(
      'POST',
      'orders',
      body,
    )
    await call('PUT', `orders/${id}`, { status: 'Shipped' })
    given.push({ id, code })
  }
  const { user } = await call<{ user: { id: string } }>('GET', 'auth/check-admin', undefined, driver)
  await call('PUT', 'orders/drivers', { order_ids: given.map(({ id }) => id), driver_id: user.id })
  return given
}

/** A phone whose clock is a day ahead. */
async function openPhone(address: string, token: string): Promise<{ page: Page; context: BrowserContext }> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  onTestFinished(() => browser.close())
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 360, height: 800 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(120_000)
  await context.addInitScript(
    ({ token, aDay }) => {
      localStorage.setItem('jwt_token', token)
      const phone = Object.assign(window, { phoneIsAhead: aDay })
      const Right = Date
      class WrongDate extends Right {
        constructor(...given: []) {
          if (given.length === 0) super(WrongDate.now())
          else super(...given)
        }
        static override now() {
          return Right.now() + phone.phoneIsAhead
        }
      }
      Object.assign(globalThis, { Date: WrongDate })
    },
    { token, aDay },
  )
  return { page: await context.newPage(), context }
}

/** Neither the small storage nor the database of the phone takes anything more. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    IDBObjectStore.prototype.put = refuse
  })
}

/** So full of detail that some hundred kilobytes are left of it when the phone has made it small. */
async function busyPhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('This browser cannot draw')
    for (let x = 0; x < 1600; x += 5) {
      for (let y = 0; y < 1200; y += 5) {
        paper.fillStyle = `hsl(${Math.random() * 360} 60% ${20 + Math.random() * 60}%)`
        paper.fillRect(x, y, 5, 5)
      }
    }
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  return { name: 'door.jpg', mimeType: 'image/jpeg', buffer }
}
