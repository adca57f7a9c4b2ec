import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { DeliveryResponse, DriverResponse } from '#contract/delivery.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { linkInMail } from './mailbox.ts'
import { bearer, newProduct } from './office.ts'
import { type Account, demoAccount, test as visit } from './visit.ts'

type Driver = { account: Account; id: string }

export type Given = { id: number; code: string; pin: string }

type Depot = Awaited<ReturnType<typeof openDepot>>

/** A back office with products, orders and a driver of this test alone. */
export const test = visit.extend<{ depot: Depot; driver: Driver }>({
  depot: async ({ request, page, newAccount }, use) => use(await openDepot(request, page, newAccount)),
  driver: async ({ depot }, use) => use(await depot.newDriver()),
})

async function openDepot(request: APIRequestContext, page: Page, newAccount: () => Promise<Account>) {
  const office = bearer(await tokenOf(request, demoAccount('admin')))
  const product = await newProduct(request, page, office.authorization.slice(7), {
    name: `Driver's jar ${Date.now()} ${Math.random()}`,
    price: '100',
    stock_quantity: '500',
  })
  const put = async (path: string, data: object) => {
    const answer = await request.put(`/api/${path}`, { headers: office, data })
    expect(answer.status()).toBe(200)
    return answer.json()
  }
  return {
    office,
    put,
    async newDriver(): Promise<Driver> {
      const account = await newAccount()
      const link = await linkInMail(account.email, 'Please confirm your email address')
      const token = new URL(link).searchParams.get('token')
      await request.post('/api/auth/confirm-email', { data: { token, password: account.password } })
      const { people, id } = await findPerson(request, office, account.email)
      expect(people).toBe(1)
      await put(`team/${id}`, { is_driver: true })
      return { account, id }
    },
    /** Each is Ghs 145.00: a jar and the way to Kumasi. */
    async give<const Names extends readonly string[]>(
      driver: Driver,
      names: Names,
      status: OrderStatus = 'Shipped',
    ): Promise<{ [Name in keyof Names]: Given }> {
      const given: Given[] = []
      for (const name of names) {
        const order = await request.post('/api/orders', {
          data: {
            customer_name: name,
            customer_phone: '024 123 4567',
            address: 'House 14, behind the filling station',
            city: 'Kumasi',
            state: 'Ashanti',
            items: [{ product_id: product.id, quantity: 1 }],
          },
        })
        expect(order.status()).toBe(201)
        const { id, tracking_code: code, delivery_pin: pin } = await order.json()
        given.push({ id, code, pin })
      }
      for (const { id } of given) if (status !== 'Pending') await put(`orders/${id}`, { status })
      const order_ids = given.map(({ id }) => id)
      if (status !== 'Delivered' && status !== 'Cancelled')
        await put('orders/drivers', { order_ids, driver_id: driver.id })
      return given as { [Name in keyof Names]: Given }
    },
    async look({ id }: Given): Promise<OrderDetailResponse> {
      return (await request.get(`/api/orders/${id}`, { headers: office })).json()
    },
    async photosOf({ id }: Given): Promise<number> {
      const answer = await request.get(`/api/orders/${id}/delivery`, { headers: office })
      const { proofs }: DeliveryResponse = await answer.json()
      return proofs.filter(({ kind }) => kind === 'photo').length
    },
    async drivers(): Promise<DriverResponse[]> {
      return (await request.get('/api/drivers', { headers: office })).json()
    },
  }
}

async function findPerson(request: APIRequestContext, headers: { authorization: string }, email: string) {
  const people = await (await request.get('/api/team', { headers, params: { q: email } })).json()
  return { people: people.length, id: String(people[0]?.id) }
}

async function tokenOf(request: APIRequestContext, account: Account): Promise<string> {
  const answer = await request.post('/api/auth/signin', { data: account })
  expect(answer.status()).toBe(200)
  return (await answer.json()).token
}

export function cardOf(page: Page, { code }: Given): Locator {
  return page.getByRole('article', { name: `Order ${code}` })
}

export async function openDriverPage(page: Page): Promise<void> {
  await page.goto('/driver')
  await expect(page.getByRole('heading', { level: 1, name: 'Driver Dashboard' })).toBeVisible()
}

/** The time in which a tap can be undone, for a page whose clock the test has installed. */
export async function waitForUndo(page: Page): Promise<void> {
  await page.clock.runFor(6_000)
}

/** Presses the button of an order and confirms in the sheet what lies there ready. */
export async function deliver(page: Page, given: Given): Promise<void> {
  await cardOf(page, given).getByRole('button', { name: 'Mark as Delivered' }).click()
  await page.getByRole('button', { name: 'Confirm Delivered' }).click()
}

/** Until the page lies on the phone and opens without a network. */
export async function waitForOfflinePage(page: Page): Promise<void> {
  const isOnPhone = () =>
    page.evaluate(async () => {
      const isControlled = navigator.serviceWorker.controller !== null
      return isControlled && (await caches.match('/driver')) !== undefined
    })
  await expect.poll(isOnPhone).toBe(true)
}

/**
 * Takes the network away from a phone, or gives it back. What the phone believes goes with it: some browsers forget, when
 * the page is opened again, that a test has taken it away.
 */
export async function setNetwork(page: Page, has: boolean): Promise<void> {
  if (!has) {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'onLine', {
        get: () => sessionStorage.getItem('no-network') === null,
      }),
    )
    await page.evaluate(() => sessionStorage.setItem('no-network', 'yes'))
  } else await page.evaluate(() => sessionStorage.removeItem('no-network'))
  await page.context().setOffline(!has)
  if (has) await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Photos that the phone keeps until they are sent or given up. */
export function photosOnPhone(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('adom_driver_photos')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('photos').objectStore('photos').count()
          counting.onerror = () => reject(counting.error)
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

/** A photo as large as a phone takes it, drawn by the browser itself. */
export async function phonePhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 4000 })
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('This browser cannot draw')
    const sky = paper.createLinearGradient(0, 0, 3000, 4000)
    sky.addColorStop(0, '#f2c45a')
    sky.addColorStop(1, '#4a2c20')
    paper.fillStyle = sky
    paper.fillRect(0, 0, 3000, 4000)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  return { name: 'IMG_20260305_101500.jpg', mimeType: 'image/jpeg', buffer }
}
