import { expect, type Locator, type Page } from '@playwright/test'
import { openShelf, rowOf } from './setup/office.ts'
import { boxOf, toasts } from './setup/page.ts'
import { card, fillCheckout, keepCart, laptop, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'

/** What is pressed lies where a toast would come: at the lower edge of a phone. */
async function pressAtLowerEdge(button: Locator) {
  await button.evaluate((element) => {
    element.scrollIntoView({ block: 'end' })
    window.scrollBy(0, 40)
  })
  const pressed = await boxOf(button)
  await button.click()
  return pressed
}

async function expectUncovered(
  page: Page,
  text: string,
  { x, y, width, height }: Awaited<ReturnType<typeof boxOf>>,
) {
  await expect(toasts(page)).toContainText(text)
  const toast = await boxOf(toasts(page))
  const isBeside =
    toast.x >= x + width || toast.x + toast.width <= x || toast.y >= y + height || toast.y + toast.height <= y
  expect(isBeside, `a toast at ${toast.y} to ${toast.y + toast.height} beside ${y} to ${y + height}`).toBe(
    true,
  )
}

test('on a phone no toast covers Quick Add or Place Order just after they were pressed', {
  tag: '@faults',
}, async ({ page, request }) => {
  await page.goto('/shop')
  const add = card(page, soap).getByRole('button', { name: /^Quick Add/ })
  await expectUncovered(page, 'Added to cart', await pressAtLowerEdge(add))

  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.route('/api/orders/**', (route) => route.fulfill({ status: 500, json: {} }))
  const order = await pressAtLowerEdge(placeOrder(page))
  await expectUncovered(page, 'failed', order)
})

test('on a phone no toast covers the button of a dialog that stays open, and it can be closed there', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${order.tracking_code}` })
  // Parts of the drawer come later and would move the button from where it was pressed.
  await page.waitForLoadState('networkidle')
  await drawer.getByLabel('Internal note').fill('Gate is blue')
  const pressed = await pressAtLowerEdge(drawer.getByRole('button', { name: 'Save note' }))
  await expectUncovered(page, 'The note is saved', pressed)
  await toasts(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toasts(page)).toHaveText('')
  await expect(drawer).toBeVisible()
})

test('what a toast offers can be pressed while a dialog is open, with the mouse and with the keyboard', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${order.tracking_code}` })
  const status = drawer.getByLabel(/^Status of/)
  const undo = toasts(page).getByRole('button', { name: 'Undo' }).last()
  await status.selectOption('Processing')
  await expect(toasts(page)).toContainText('Pending → Processing')
  await undo.click()
  await expect(status).toHaveValue('Pending')
  await expect(toasts(page)).toContainText('Processing → Pending')
  await status.selectOption('Shipped')
  await expect(toasts(page)).toContainText('Pending → Shipped')
  await page.keyboard.press('F8')
  await expect(toasts(page)).toBeFocused()
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(status).toHaveValue('Pending')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(toasts(page)).toContainText('Order status updated')
  await expect(rowOf(page, order)).toBeVisible()
})

test('a toast stays within reach when a dialog is opened after it', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/product/9')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})
