import { expect, type Locator, type Page, type ViewportSize } from '@playwright/test'
import { bearer, newProduct, ownName, productDrawer, searchProducts, sizes } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { demoAccount, test } from './setup/visit.ts'

test('a form with changes is not lost by Cancel, Escape or Back before its owner says so', {
  tag: '@faults',
}, async ({ page, request, openOffice }) => {
  const token = await openOffice('/admin/products')
  const product = await newProduct(request, page, token, { name: ownName('Kept') })
  await page.goto(`/admin/products?q=${product.name}`)
  await page.getByRole('link', { name: product.name, exact: true }).click()
  const form = productDrawer(page)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await form.getByLabel('Name', { exact: true }).fill('Half typed')
  for (const leave of [
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => form.getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack({ timeout: 1_000 }).catch(() => null),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half typed')
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: product.name, exact: true }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(product.name)
})

test('a sign-in that ran out in the middle of a form loses nothing that was typed', {
  tag: '@faults',
}, async ({ page, request, openOffice }) => {
  const token = await openOffice('/admin/products')
  const product = await newProduct(request, page, token, { name: ownName('Lapsed') })
  await page.goto(`/admin/products?edit=${product.id}`)
  const form = productDrawer(page)
  await form.getByLabel('Description').fill('A long text.')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/^[^?]+\/login\?from=/)
  const { email, password } = demoAccount('admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('A long text.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product updated successfully')
})

test('two admins with one product open: the second reads who was faster and decides', {
  tag: '@faults',
}, async ({ page, request, openOffice, expectAccessible }) => {
  const token = await openOffice('/admin/products')
  const product = await newProduct(request, page, token, { name: ownName('Contested') })
  await page.goto(`/admin/products?edit=${product.id}`)
  const form = productDrawer(page)
  await form.getByLabel('Name', { exact: true }).fill(`${product.name} mine`)
  const multipart = {
    ...{ id: String(product.id), name: `${product.name} theirs`, description: 'd', brands: 'b' },
    ...{ price: '10', category: 'mask', how_to_use: 'h', stock_quantity: '10' },
  }
  await request.put('/api/products', { headers: bearer(token), multipart })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const panel = form.getByRole('alert').filter({ hasText: 'changed this product while you were editing' })
  await expect(panel).toBeFocused()
  await expectAccessible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(`${product.name} mine`)
  await panel.getByRole('button', { name: 'Show their version' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(`${product.name} theirs`)
  await form.getByLabel('Name', { exact: true }).fill(`${product.name} agreed`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product updated successfully')
})

test('when the shop cannot be reached, the list says so and the form keeps what was typed', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn('admin')
  const product = await newProduct(request, page, token, { name: ownName('Offline') })
  await page.route('**/api/products?*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/products')
  await expect(page.getByText('Failed to load products. Please try again later.')).toBeVisible()
  await expectAccessible({ again: true })
  await page.unroute('**/api/products?*')
  const nothing = { json: [], headers: { 'x-total-count': '0' } }
  await page.route('**/api/products?*', (route) => route.fulfill(nothing))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No products found.' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Your First Product' }).click()
  await expect(productDrawer(page)).toBeVisible()
  await page.unroute('**/api/products?*')

  await page.goto(`/admin/products?edit=${product.id}`)
  const form = productDrawer(page)
  await form.getByLabel('Name', { exact: true }).fill('Typed offline')
  await page.route('**/api/products', (route) => route.abort())
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Failed to save product')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Typed offline')
  await page.unroute('**/api/products')

  await searchProducts(page, product.name)
  const row = page.getByRole('row').filter({ hasText: product.name })
  await page.route(`**/api/products/${product.id}`, (route) => route.abort())
  await row.getByRole('button', { name: /^More for/ }).click()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('Failed to delete product')
  await expect(row).toBeVisible()

  await page.goto('/admin/products?edit=2147483')
  await expect(productDrawer(page)).toContainText('Product not found')
})

async function openEmptyProduct(page: Page, size: ViewportSize): Promise<Locator> {
  await page.setViewportSize(size)
  await page.goto('/admin/products?edit=new')
  return productDrawer(page)
}

for (const [device, size] of Object.entries(sizes)) {
  test(`each mistake of an empty product leads to its field in view, with the title above it, on a ${device}`, {
    tag: '@faults',
  }, async ({ page, signIn }) => {
    await signIn('admin')
    const form = await openEmptyProduct(page, size)
    const title = form.getByRole('heading', { name: 'Add New Product' })
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    for (const [mistake, label] of [
      ['Stock quantity is required', 'Stock quantity'],
      ['At least one image is required', 'Images'],
      ['Description is required', 'Description'],
      ['How to use is required', 'How to use'],
    ] as const) {
      await form.getByRole('link', { name: mistake }).click()
      await expect(form.getByLabel(label)).toBeFocused()
      await expect(form.getByLabel(label)).toBeInViewport({ ratio: 1 })
      await expect(title).toBeInViewport({ ratio: 1 })
    }
  })

  test(`the keyboard walks through a product and no field lies behind Cancel and Save, on a ${device}`, {
    tag: '@faults',
  }, async ({ page, signIn }) => {
    await signIn('admin')
    const form = await openEmptyProduct(page, size)
    const lowest = (await form.getByRole('button', { name: 'Cancel' }).boundingBox())?.y
    await form.getByLabel('Name', { exact: true }).focus()
    for (const label of [
      ...['Brand', 'Category', 'Price', 'Stock quantity', 'Images', 'Description', 'How to use'],
      ...['Key benefits', 'Key ingredients', 'FDA number', 'Featured', 'Best seller', 'Hidden'],
      ...['Add a product to the set', 'Size or shade', 'Colour of a shade', 'Article', 'Barcode or SKU'],
      ...['Add a product that goes with it', 'Also what customers bought with it'],
    ]) {
      await page.keyboard.press('Tab')
      const field = form.getByLabel(label).first()
      await expect(field).toBeFocused()
      const box = await field.boundingBox()
      expect(box && box.y + box.height, label).toBeLessThan(lowest ?? 0)
    }
  })
}
