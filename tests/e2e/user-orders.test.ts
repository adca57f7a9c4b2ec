import { type APIRequestContext, expect } from '@playwright/test'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { cartOf, findProduct } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'

async function orderSoap(request: APIRequestContext, email: string, token?: string) {
  const product = await findProduct(request, soap)
  const answer = await request.post('/api/orders', {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    data: {
      customer_name: 'Ama Serwaa',
      customer_email: email,
      customer_phone: '024 123 4567',
      address: 'House 14, behind Shell',
      city: 'Tema',
      state: 'Greater Accra',
      payment_method: 'whatsapp',
      items: [{ product_id: product.id, quantity: 1 }],
    },
  })
  expect(answer.status()).toBe(201)
  const { id, tracking_code } = await answer.json()
  return { id: Number(id), code: String(tracking_code) }
}

test('a visitor is led to the login, and a new customer has no orders yet', async ({ page, newAccount }) => {
  const { email, password } = await newAccount()
  await page.goto('/user-orders')
  await expect(page).toHaveURL('/login?from=%2Fuser-orders')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/user-orders')
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.getByRole('link', { name: 'Start shopping' }).click()
  await expect(page).toHaveURL('/shop')
})

test('orders of the account lead to tracking, and can be bought again', async ({
  page,
  request,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  const token = await signIn(account)
  const { id, code } = await orderSoap(request, account.email, token)
  await page.goto('/account')
  await page.getByRole('link', { name: 'My Orders' }).click()
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(`Order #${id}`)
  await expect(card).toContainText('Pending')
  await expect(card).toContainText('Pay on delivery')

  await card.getByRole('button', { name: `Buy again: order #${id}` }).click()
  await expect(toasts(page)).toContainText('Added to cart')
  expect(await cartOf(page)).toMatchObject([{ product: { name: soap }, quantity: 1 }])

  await card.getByRole('link', { name: `Order #${id}` }).click()
  await expect(page).toHaveURL(`/track-order?code=${code}`)
})

test('orders placed as a guest join the account once the email is confirmed', { tag: '@faults' }, async ({
  page,
  request,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  const { id } = await orderSoap(request, account.email)
  await signIn(account)
  await page.goto('/user-orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expect(page.getByText('Please confirm your email')).toBeVisible()

  await page.goto(await linkInMail(account.email, 'Please confirm your email address'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('article')).toContainText(`Order #${id}`)
  await expect(page.getByText('Please confirm your email')).toBeHidden()
})

test('orders that cannot be loaded are an empty list that says so', async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.route('**/api/orders/user/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/user-orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible()
  await page.unroute('**/api/orders/user/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('What you order while signed in appears here')).toBeVisible()
})

test('a long list of orders comes in pages', { tag: '@faults' }, async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.route('**/api/orders/user/*', (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page'))
    const orders = Array.from({ length: number === 1 ? 10 : 2 }, (_, n) => ({
      id: 2000 - number * 10 - n,
      tracking_code: 'K7P2QX',
      order_status: 'Delivered',
      created_at: '2026-03-05T09:00:00.000Z',
      order_total: 145,
      items: [],
    }))
    return route.fulfill({ json: { orders }, headers: { 'x-total-count': '12' } })
  })
  await page.goto('/user-orders')
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/user-orders?page=2')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('Showing 11 to 12 of 12 results')).toBeVisible()
})
