import { expect } from '@playwright/test'
import { listWrites, stopTime, toasts } from './setup/page.ts'
import {
  androidPhone,
  buyer,
  card,
  cartOf,
  catchChats,
  fillCheckout,
  keepCart,
  placeOrder,
} from './setup/shopping.ts'
import { newEmail, test, withMotion } from './setup/visit.ts'

test.use(withMotion)

test.use(androidPhone)

const soap = 'Black Soap Clarifying Cleanser'

test('a visitor orders by WhatsApp and follows the order', async ({ page, context }) => {
  const chats = await catchChats(context)
  await page.goto('/shop')
  await card(page, soap)
    .getByRole('button', { name: `Quick Add ${soap}` })
    .click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('button', { name: `Increase quantity of ${soap}` }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')

  await fillCheckout(page, { region: 'Greater Accra', city: 'Tema' })
  await page.getByLabel('Email').fill('ama@example.com')
  await page.getByText('Add a note or a gift message').tap()
  await page.getByLabel('Gift message').fill('For Esi, with love')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 55.00 in Tema')
  // The chat opens by itself after two seconds, which pass at once.
  await stopTime(page)
  await placeOrder(page).tap()
  await expect(toasts(page)).toContainText('Order placed successfully')
  await expect(toasts(page)).toContainText('You will be redirected to WhatsApp to complete your order.')
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await page.clock.resume()
  const [message = ''] = chats
  const code = /Tracking code: ([A-Z0-9]{6})/.exec(message)?.[1]
  expect(message).toContain(`2 x ${soap} - Ghs 48.00 = Ghs 96.00`)
  expect(message).toContain('Total: Ghs 151.00')
  expect(message).toContain('Email: ama@example.com')
  expect(message).toContain('Gift note: For Esi, with love')

  await page.goBack()
  await expect(page).toHaveURL(`/track-order?code=${code}`)
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Shipping to${buyer.name}`)
  await expect(page.getByRole('main')).toContainText(/Your delivery PIN is \d{4}\./)
  const again = page.getByRole('link', { name: 'Send order on WhatsApp' })
  await expect(again).toHaveAttribute('href', new RegExp(encodeURIComponent(buyer.street)))
  expect(await cartOf(page)).toEqual([])
})

test('a double tap orders once, and whoever goes back before tracking opens finds the order', async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const sent: string[] = []
  page.on('request', (each) => each.url().includes('/api/orders') && sent.push(each.url()))
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillCheckout(page)
  await stopTime(page)
  await placeOrder(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  expect(sent).toHaveLength(1)

  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toContainText(/Order [A-Z0-9]{6} was placed\./)
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await expect(page.getByRole('main')).toContainText('Order placed')
})

test('the good news can be read for two seconds before tracking opens, and nobody else is told to take stock', async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const written = listWrites(page)
  await page.goto('/checkout')
  await fillCheckout(page)
  await stopTime(page)
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  await page.clock.runFor(1_999)
  await expect(page).toHaveURL('/checkout')
  await page.clock.runFor(1)
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  expect(written).toEqual(['/api/orders/whatsapp'])
})

test('the order is followed by the code that the shop gave it', async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  let proposed = ''
  await page.route('**/api/orders/whatsapp', async (route) => {
    const order = route.request().postDataJSON()
    proposed = order.tracking_code
    // Somebody else was faster with this code.
    const other = { ...order, customer_name: 'Kofi Mensah' }
    expect((await request.post('/api/orders/whatsapp', { data: other })).status()).toBe(201)
    await route.continue()
  })
  await page.goto('/checkout')
  await fillCheckout(page)
  await stopTime(page)
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await page.clock.resume()
  await page.goBack()
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
  await expect(page.getByRole('main')).toContainText(buyer.name)
  expect(proposed).toMatch(/^[A-Z0-9]{6}$/)
  expect(page.url()).not.toContain(proposed)
})

test('a guest who gave an e-mail is offered an account after the order, for one password', async ({
  page,
  context,
  request,
  expectAccessible,
}) => {
  await catchChats(context)
  const email = newEmail()
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.getByLabel('Email').fill(email)
  // The chat opens by itself after two seconds, however long this machine takes.
  await stopTime(page)
  await placeOrder(page).click()
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await expect(page).toHaveURL(/\/track-order/)
  await page.clock.resume()
  const offer = page.getByRole('region', { name: 'Order faster next time' })
  await expect(offer).toContainText(email)
  await expectAccessible({ again: true })
  await offer.getByRole('button', { name: 'Create Account' }).click()
  await expect(offer).toContainText('Password is required')
  await offer.getByLabel('Password', { exact: true }).fill('kente cloth')
  await offer.getByRole('button', { name: 'Create Account' }).click()
  await expect(toasts(page)).toContainText('Please check your email to confirm your account.')
  const answer = await request.post('/api/auth/signin', { data: { email, password: 'kente cloth' } })
  expect(answer.status()).toBe(200)
})
