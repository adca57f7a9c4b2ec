import { expect, type Page } from '@playwright/test'
import { sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { closeToasts, toasts } from './setup/page.ts'
import { buyer, catchChats, keepCart, orderAtOnce } from './setup/shopping.ts'

const test = withOwnShop()
test.describe.configure({ mode: 'serial' })
test.use({ viewport: sizes.phone })

const soap = 'Black Soap Clarifying Cleanser'
const collect = (page: Page) => page.getByRole('radio', { name: /^Collect at the shop/ })

test('an owner offers pickup; a customer collects an order for the PIN, and pays in the shop', async ({
  page,
  context,
  request,
  shop,
  signIn,
  expectUsable,
}) => {
  const chats = await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 2 }])
  await signIn(shop.admin)
  await page.goto('/admin/settings#pickup')
  const card = page.getByRole('region', { name: 'Collecting at the shop' })
  await card.getByRole('switch', { name: 'Customers may collect their orders' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Please say where orders are collected')
  await card.getByRole('textbox', { name: 'Where' }).fill('12 Oxford Street, Osu')
  await card.getByRole('textbox', { name: 'When' }).fill('Mon to Sat, 9am to 6pm')
  await expectUsable({ again: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('saved')

  await page.goto('/checkout')
  await page.getByLabel('Full name').fill(buyer.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill(buyer.phone)
  await page.getByLabel('Email').fill('')
  await collect(page).check()
  await expect(page.getByLabel('State / Region')).toBeHidden()
  await expect(page.getByText('Pay when you collect it.')).toBeVisible()
  // This shop has no codes.
  await expect(page.getByRole('button', { name: 'Have a code?' })).toHaveCount(0)
  await expectUsable({ again: true })
  await orderAtOnce(page)
  await expect.poll(() => chats[0] ?? '').toContain('Delivery: Collect at the shop\nTotal: Ghs 96.00')
  await expect(page).toHaveURL(/\/track-order/)
  const main = page.getByRole('main')
  await expect(main).toContainText('12 Oxford Street, Osu')
  await expect(main).toContainText('Pay when you collect it')
  const told = (await main.getByText('Say it when you collect the order').textContent()) ?? ''
  const pin = /PIN is (\d{4})/.exec(told)?.[1] ?? ''
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const tracking = page.url()
  await expectUsable({ again: true })

  await page.goto(`/admin/orders?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${code}` })
  await drawer.getByRole('button', { name: 'Ready to collect' }).click()
  await expect(drawer.getByText('It waits for the customer, who was told where and when.')).toBeVisible()
  await expect(toasts(page)).toContainText('Order status updated successfully')
  await closeToasts(page)
  await expectUsable({ inBothColours: true })
  await drawer.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await dialog.getByLabel('Customer’s PIN').fill(pin === '0000' ? '1111' : '0000')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog.getByText('This is not the PIN of this order.')).toBeVisible()
  await dialog.getByLabel('Customer’s PIN').fill(pin)
  await dialog.getByRole('radio', { name: 'Mobile money' }).check()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog.getByText('Please enter the reference of the transfer')).toBeVisible()
  await expectUsable({ again: true, inBothColours: true })
  await dialog.getByLabel('Reference').fill('MP261117.0900')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(toasts(page)).toContainText(`Order ${code} is handed over`)
  await expect(drawer.getByText('The customer’s PIN was checked in the shop')).toBeVisible()
  await expect(drawer.getByRole('list', { name: 'Money of this order' })).toContainText('MP261117.0900')

  await page.goto(tracking)
  await expect(main).toContainText('Collected')
  await expect(main).toContainText('Paid')
})

test('a sale at the counter is handed over as soon as it is taken, on a laptop', { tag: '@faults' }, async ({
  page,
  shop,
  signIn,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.laptop)
  await signIn(shop.admin)
  await page.goto('/admin/orders')
  await page.getByRole('button', { name: 'New order' }).click()
  const form = page.getByRole('dialog', { name: 'New order' })
  await form.getByRole('radio', { name: 'Sold at the counter' }).check()
  await form.getByRole('combobox', { name: 'Add a product' }).fill('black soap')
  await page.getByRole('option', { name: soap }).click()
  await form.getByLabel('Full name').fill('Akua Boateng')
  await form.getByLabel('Phone', { exact: true }).fill('020 123 4567')
  await form.getByRole('radio', { name: 'Collect at the shop' }).check()
  await expect(form.getByLabel('State / Region')).toBeHidden()
  await expect(form).toContainText('Total, paid in the shop')
  await expectUsable()
  await form.getByRole('button', { name: 'Place order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await expect(dialog.getByLabel('Customer’s PIN')).toHaveValue(/^\d{4}$/)
  await expectUsable()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(toasts(page)).toContainText('is handed over')
  const drawer = page.getByRole('dialog', { name: /^Order / })
  await expect(drawer).toContainText('Sold at the counter')
  await expect(drawer.getByRole('list', { name: 'Money of this order' })).toContainText('Cash')
})
