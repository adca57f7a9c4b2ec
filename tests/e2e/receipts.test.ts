import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { textOfPdf } from '#server/testing/pdf-text.ts'
import { bearer, sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { buyer, findProduct } from './setup/shopping.ts'

const test = withOwnShop()
test.describe.configure({ mode: 'serial' })

const soap = 'Black Soap Clarifying Cleanser'
let code = ''
let orderId = 0
let headers: ReturnType<typeof bearer>

test('the owner says who sells and which taxes the prices contain, and issues an invoice', {
  tag: '@faults',
}, async ({ page, request, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.laptop)
  const { id } = await findProduct(request, soap)
  const placed = await request.post('/api/orders', {
    data: {
      customer_name: 'Ɛfua Mensah',
      customer_phone: buyer.phone,
      address: buyer.street,
      city: 'Kumasi',
      state: 'Ashanti',
      payment_method: 'whatsapp',
      items: [{ product_id: id, quantity: 2 }],
    },
  })
  ;({ id: orderId, tracking_code: code } = await placed.json())
  headers = bearer(await signIn(shop.admin))
  await page.goto(`/admin/orders?q=${code}&order=${orderId}`)
  const drawer = page.getByRole('dialog', { name: `Order ${code}` })
  await drawer.getByRole('link', { name: 'Set up receipts' }).click()
  const card = page.getByRole('region', { name: 'Receipts and invoices' })
  await card.getByLabel('TIN').fill('C0001234567')
  await card.getByRole('button', { name: 'Fill in VAT, NHIL and GETFund' }).click()
  await expect(card.getByLabel('Tax')).toHaveCount(3)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Please say who sells: receipts begin with this name')).toBeVisible()
  await card.getByLabel('Name of the seller').fill('Adom Beauty Ltd')
  await card.getByLabel('Address of the seller').fill('Ɔxford Street, Osu, Accra')
  // From the top, where the bar with Save lies over nothing that is half seen.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectUsable({ again: true, inBothColours: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto(`/admin/orders?q=${code}&order=${orderId}`)
  await drawer.getByRole('button', { name: 'Invoice', exact: true }).click()
  await drawer.getByRole('button', { name: 'Show invoice 1' }).click()
  const paper = drawer.getByRole('article', { name: 'Invoice 000001' })
  await expect(paper).toContainText('TIN C0001234567')
  await expect(paper).toContainText('VAT 15 %')
  await expectUsable({ inBothColours: true })
})

test('when it is paid, its customer prints the receipt and saves it on a phone', { tag: '@faults' }, async ({
  page,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.phone)
  const { order_total: amount } = await (await page.request.get(`/api/orders/${orderId}`, { headers })).json()
  const money = { kind: 'receipt', way: 'cash', amount, last_line: 0 }
  await page.request.post(`/api/orders/${orderId}/money`, { headers, data: money })

  await page.goto(`/track-order?code=${code}#receipt`)
  await page.getByLabel('Phone number of the order').fill('020 000 0000')
  await page.getByRole('button', { name: 'Show the receipt' }).click()
  await expect(page.getByText('This is not the phone number of this order.').first()).toBeVisible()
  await expectUsable()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/orders/${orderId}/receipts`, { headers })
      return (await answer.json()).documents.length
    })
    .toBe(2)
  await page.getByLabel('Phone number of the order').fill(buyer.phone)
  await page.getByRole('button', { name: 'Show the receipt' }).click()
  const paper = page.getByRole('article', { name: 'Receipt 000002' })
  await expect(paper).toContainText('Ɛfua Mensah')
  await expect(paper).toContainText('Confirms that invoice No. 000001 is paid.')
  await expectUsable()

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save PDF of Receipt 000002' }).click()
  const file = await readFile(await (await saved).path())
  expect(textOfPdf(file).join('\n')).toContain('Ɔxford Street, Osu, Accra')

  const printing = page.evaluate(() => new Promise((done) => Object.assign(window, { print: done })))
  await page.getByRole('button', { name: 'Print Receipt 000002' }).click()
  await printing
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Receipt 000002' })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeHidden()
  await expect(page.getByRole('article')).toContainText('Adom Beauty Ltd')
})
