import { expect, type Page } from '@playwright/test'
import { ownWord, sizes } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import {
  catchChats,
  expectOrdered,
  fillCheckout,
  keepCart,
  orderAtOnce,
  placeOrder,
} from './setup/shopping.ts'
import { test } from './setup/visit.ts'

// The code that the first one makes is the one that the others type.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: sizes.phone })

const word = ownWord()
const name = `For friends ${word}`
const code = `${word.toUpperCase()}10`
const soap = 'Black Soap Clarifying Cleanser'
const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' })

async function typeCode(page: Page, code: string) {
  const field = page.getByLabel('Discount code')
  const open = summary(page).getByRole('button', { name: 'Have a code?' })
  await expect(field.or(open)).toBeVisible()
  if (await open.isVisible()) await open.click()
  await field.fill(code)
  await field.press('Enter')
}

test('an owner makes a code for one order per phone; a customer types it and pays less', async ({
  page,
  context,
  request,
  signIn,
  expectUsable,
}) => {
  const chats = await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 2 }])
  await signIn('admin')
  await page.goto('/admin/discounts')
  await page.getByRole('link', { name: 'Add discount' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add discount' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('group', { name: 'There is a problem' })).toContainText('Name is required')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('textbox', { name: /^Code/ }).fill(`${word}-10`)
  await form.getByRole('textbox', { name: 'Per cent' }).fill('10')
  await form.getByLabel('From a cart of').fill('60')
  await form.getByLabel('Uses per phone').fill('1')
  await expectUsable()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Discount added')
  await expect(page.getByRole('region', { name: 'Discounts' })).toContainText(code)
  await expectUsable({ again: true })

  await page.goto('/cart')
  await typeCode(page, 'nosuch')
  await expect(summary(page)).toContainText('We do not know the code NOSUCH.')
  await typeCode(page, `${word} 10`)
  await expect(summary(page)).toContainText(`${code}Ghs -9.60`)
  await expectUsable({ again: true })
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillCheckout(page, { region: 'Greater Accra', city: 'Tema' })
  await expect(summary(page)).toContainText('Total Ghs 141.40')
  await expectUsable({ again: true })
  await orderAtOnce(page)
  await expect.poll(() => chats[0] ?? '').toContain(`Discount: Ghs -9.60 (${code})\nTotal: Ghs 141.40`)
  await expect(page).toHaveURL(/\/track-order/)
  await expect(page.getByRole('main')).toContainText(`${name}Ghs -9.60`)
})

test('the same phone is told at the checkout that it has used the code, and orders without it', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 2 }])
  await page.goto('/checkout')
  await fillCheckout(page, { region: 'Greater Accra', city: 'Tema' })
  await typeCode(page, code)
  await expect(summary(page)).toContainText('Total Ghs 141.40')
  await placeOrder(page).click()
  await expect(summary(page)).toContainText('already used with this phone number')
  await page.getByRole('button', { name: /^Place Order for Ghs\s151\.00$/ }).click()
  await expectOrdered(page)
})

test('an order by phone takes the code, too', { tag: '@faults' }, async ({ page, signIn, expectUsable }) => {
  await signIn('admin')
  await page.goto('/admin/orders')
  await page.getByRole('button', { name: 'New order' }).click()
  const taken = page.getByRole('dialog', { name: 'New order' })
  await taken.getByRole('combobox', { name: 'Add a product' }).fill('black soap')
  await page.getByRole('option', { name: soap }).click()
  await taken.getByRole('button', { name: `Increase quantity of ${soap}` }).click()
  await taken.getByLabel('Full name').fill('Akua Boateng')
  await taken.getByLabel('Phone', { exact: true }).fill('020 123 4567')
  await taken.getByLabel('State / Region').selectOption('Greater Accra')
  await taken.getByRole('combobox', { name: 'City' }).fill('Tema')
  await taken.getByLabel('Street, house or landmark').fill('Community 4')
  await taken.getByLabel('Discount code').fill('nosuch')
  await taken.getByLabel('Discount code').press('Enter')
  await expect(taken).toContainText('We do not know the code NOSUCH.')
  await taken.getByLabel('Discount code').fill(`${word} 10`)
  await taken.getByLabel('Discount code').press('Enter')
  await expect(taken).toContainText(`${code}Ghs -9.60Total, paid on deliveryGhs 141.40`)
  await expectUsable()
  await taken.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('dialog', { name: /^Order / })).toContainText('Ghs 141.40')
})
