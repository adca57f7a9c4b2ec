import { expect, type Page } from '@playwright/test'
import { sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'
import { card, catchChats, expectOrdered, fillCheckout, placeOrder } from './setup/shopping.ts'

// A shop of its own: a sale changes the prices of all others.
const test = withOwnShop()

const soap = 'Black Soap Clarifying Cleanser'

const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) sale$/ })

/** As a field for date and time has it, this many hours from now. */
function fromNow(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
}

test('an owner puts a product on sale; the shop shows both prices, and whoever orders after its end is asked first', {
  tag: '@faults',
}, async ({ page, context, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.phone)
  await signIn(shop.admin)
  await page.goto('/admin/sales')
  await page.getByRole('link', { name: 'Add your first sale' }).click()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByRole('group', { name: 'There is a problem' })).toContainText(
    'Name is required',
  )
  await form(page).getByLabel('Name', { exact: true }).fill('Soap week')
  await form(page).getByLabel('Percent off').fill('25')
  await form(page).getByLabel('Chosen products').check()
  await form(page).getByRole('combobox', { name: 'Add a product' }).fill('black soap')
  await page.getByRole('option', { name: soap }).click()
  await form(page).getByLabel('Begins (GMT)').fill(fromNow(-1))
  await form(page).getByLabel('Ends (GMT)').fill(fromNow(50))
  await form(page).getByLabel('Count down on the home page').check()
  await expectUsable({ inBothColours: true })
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Sale added')
  await expect(page.getByRole('region', { name: 'Running now' })).toContainText(`25% off ${soap}`)
  await expectUsable({ inBothColours: true })

  await page.setViewportSize(sizes.phone)
  const chats = await catchChats(context)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Soap week' }).getByRole('timer')).toBeVisible()
  await page.goto('/shop?category=cleanser&sort=price-low')
  await expect(card(page, soap)).toContainText('Ghs 36.00 instead of Ghs 48.00')
  await expect(card(page, soap)).toContainText('25% off')
  await expectUsable()
  await page.setViewportSize(sizes.phone)
  await card(page, soap).getByRole('button', { name: 'Quick Add' }).click()
  await page.goto('/checkout')
  await fillCheckout(page)

  const office = await context.newPage()
  await office.goto('/admin/sales')
  await office.getByRole('button', { name: 'End now Soap week' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(office.getByRole('region', { name: 'Over' })).toContainText('Soap week')

  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Prices have changed' })
  await expect(panel).toContainText('was Ghs 36.00, now Ghs 48.00')
  await panel.getByRole('button', { name: 'Place Order for Ghs 93.00' }).click()
  await expectOrdered(page)
  await expect.poll(() => chats[0]).toContain('Total: Ghs 93.00')
})
