import { expect, type Locator, type Page } from '@playwright/test'
import { packZip } from '#server/testing/zip.ts'
import { type NewShop, openNewShop } from './setup/new-shop.ts'
import { smallPicture } from './setup/office.ts'
import { awaitScripts, toasts } from './setup/page.ts'
import { catchChats, fillCheckout, orderAtOnce, placeOrder } from './setup/shopping.ts'
import { leftToFaults, test as visit } from './setup/visit.ts'

const test = visit.extend<{ shop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
  shop: async ({}, use) => {
    const { value, close } = await openNewShop()
    await use(value)
    await close()
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

/** What an owner does, counted. */
function openHands() {
  let steps = 0
  return {
    count: () => steps,
    async press(what: Locator) {
      steps += 1
      await what.click()
    },
    async write(field: Locator, text: string) {
      steps += 1
      await field.fill(text)
    },
    async choose(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      steps += 1
      await field.setInputFiles(file)
    },
  }
}

type Brand = {
  name: string
  page: string
  main: string
  /** Buttons that offer the nearest readable colour, once page and main colour are written. */
  nearest: readonly string[]
  letters: string
  corners: string
  heading: string
}

const darkLuxury: Brand = {
  name: 'Gold Coast Rituals',
  page: '#14110f',
  main: '#d8b26a',
  nearest: ['Use nearest for links'],
  letters: 'Elegant: Bodoni Moda and Jost',
  corners: 'Square',
  heading: 'Oils for slow evenings',
}

const brightAndPlayful: Brand = {
  name: 'Mango Milk',
  page: '#fffaf0',
  main: '#a3195b',
  nearest: [],
  letters: 'Playful: Fredoka and Nunito',
  corners: 'Round',
  heading: 'Skin that laughs',
}

const columns = 'name,brands,category,price,stock_quantity,description,how_to_use,images'
const products = ['Night oil', 'Day cream', 'Lip butter']

async function readyFiles(page: Page) {
  const { buffer } = await smallPicture(page, '#d8a24a', 800, 1000)
  const lines = products.map(
    (name, n) =>
      `${name},House,${n === 2 ? 'Lip care' : 'serum'},${80 + n * 20},9,Made by hand.,A little.,${n}.jpg`,
  )
  return {
    sheet: {
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([columns, ...lines].join('\n')),
    },
    zip: {
      name: 'pictures.zip',
      mimeType: 'application/zip',
      buffer: packZip(products.map((_, n) => [`${n}.jpg`, buffer] as const)),
    },
  }
}

for (const [device, size, brand] of [
  ['phone', { width: 360, height: 800 }, darkLuxury],
  ['laptop', { width: 1280, height: 800 }, brightAndPlayful],
] as const) {
  test(
    `on a ${device}, in under 40 steps and without a command line: from the link to an open shop of another brand with three products and an order`,
    leftToFaults(device !== 'phone'),
    async ({ page, browser, shop }) => {
      await page.setViewportSize(size)
      const { press, write, choose, count } = openHands()
      const { sheet, zip } = await readyFiles(page)
      const button = (name: string | RegExp) => page.getByRole('button', { name })
      const save = async (done: string) => {
        await press(button('Save changes'))
        await expect(toasts(page)).toContainText(done)
      }

      await page.goto(shop.link)
      await write(page.getByLabel('Email'), 'owner@example.com')
      await write(page.getByLabel('Password', { exact: true }), 'kente cloth shawl')
      await write(page.getByLabel('Confirm password'), 'kente cloth shawl')
      await press(button('Make my account'))
      await expect(page.getByText('0 of 8 done')).toBeVisible()

      await press(page.getByRole('link', { name: 'Open: Name and logo' }))
      await write(page.getByLabel('Name of the shop'), brand.name)
      await write(page.getByLabel('Page', { exact: true }), brand.page)
      await write(page.getByLabel('Main colour', { exact: true }), brand.main)
      await press(page.getByRole('radio', { name: brand.letters }))
      await press(page.getByRole('radio', { name: brand.corners }))
      for (const nearest of brand.nearest) await press(button(nearest))
      await expect(button(/^Use nearest/)).toHaveCount(0)
      await save('Brand saved')

      await page.goto('/admin/home')
      await write(page.getByLabel('Heading'), brand.heading)
      await save('Home page saved')

      await page.goto('/admin/start')
      await press(page.getByRole('link', { name: 'Open: Phone for WhatsApp' }))
      await write(page.getByLabel('WhatsApp number'), '024 123 4567')
      await save('Settings saved')

      await page.goto('/admin/products/import')
      await choose(page.getByLabel('CSV file'), sheet)
      await choose(page.getByLabel('Pictures in a ZIP'), zip)
      await press(page.getByRole('region', { name: 'New categories' }).getByRole('button'))
      await press(button('Import 3 products'))
      await expect(toasts(page)).toContainText('3 added')

      await page.goto('/admin/start')
      for (const item of ['Places and delivery fees', 'Ways to pay', 'Messages to customers'])
        await press(button(`Right as it is: ${item}`))
      await press(button('I have read them: The texts of the shop'))
      await press(page.getByRole('switch', { name: 'The shop is open' }))
      await expect(page.getByRole('heading', { name: 'Your shop is open' })).toBeVisible()

      const context = await browser.newContext({ viewport: size, baseURL: shop.address })
      await awaitScripts(context)
      await catchChats(context)
      const customer = await context.newPage()
      await customer.goto('/blog')
      await expect(customer.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
      await customer.goto('/')
      await expect(customer.getByRole('heading', { level: 1, name: brand.heading })).toBeVisible()
      await press(customer.getByRole('button', { name: /Add .*Night oil|Quick Add/ }).first())
      await customer.goto('/checkout')
      await fillCheckout(customer)
      await orderAtOnce(customer, () => press(placeOrder(customer)))
      const fieldsOfTheCheckout = 5
      expect(count() + fieldsOfTheCheckout).toBeLessThan(40)

      await page.goto('/admin/start')
      await expect(page.getByRole('heading', { level: 2, name: / , done$/ })).toHaveCount(8)
      await page.goto('/admin/orders')
      await expect(page.getByText('Ama').first()).toBeVisible()
      await context.close()
    },
  )
}
