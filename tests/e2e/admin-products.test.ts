import { expect } from '@playwright/test'
import type { ProductResponse } from '#contract/catalogue.ts'
import { newProduct, ownName, productDrawer, searchProducts, sizes, smallPicture } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('a product is added on a phone with its pictures in order, shown in the shop and in the table of the office, changed on a laptop and deleted', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize(sizes.phone)
  await signIn('admin')
  const isListed = page.waitForRequest((each) => new URL(each.url()).pathname === '/api/products')
  await page.goto('/admin/products')
  expect((await isListed).method()).toBe('GET')
  await page.getByRole('button', { name: 'Add New Product' }).click()
  const form = productDrawer(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const problem = form.getByRole('group', { name: 'There is a problem' })
  await expect(problem.getByRole('link')).toHaveText([
    'Name is required',
    'Brand is required',
    'Category is required',
    'Price is required',
    'Stock quantity is required',
    'At least one image is required',
    'Description is required',
    'How to use is required',
  ])
  await expectAccessible()

  const title = ownName('Baobab Ɛyɛ')
  await form.getByLabel('Name', { exact: true }).fill(title)
  await form.getByLabel('Brand').fill('Adom')
  await form.getByLabel('Category').selectOption('Mask')
  await expect(form.getByLabel('Price')).toHaveAttribute('step', '1')
  await form.getByLabel('Price').fill('89.50')
  await form.getByLabel('Stock quantity').fill('7')
  await form
    .getByLabel('Images')
    .setInputFiles([
      await smallPicture(page, '#aa3311', 100, 120),
      await smallPicture(page, '#11aa33', 120, 140),
    ])
  await form.getByRole('button', { name: 'Move 11aa33.jpg up' }).click()
  await expect(form.getByText('At least one image is required')).toHaveCount(0)
  await form.getByLabel('Description').fill('Thick & kind.')
  await form.getByLabel('How to use').fill('Ten minutes.')
  await form.getByLabel('Key benefits').fill('Calm\nGlow')
  await expect(form.getByRole('list', { name: 'Key benefits as customers read them' })).toHaveText(
    /Calm.*Glow/s,
  )
  await form.getByLabel('Key ingredients').fill('Kaolin\n1,2-Hexanediol')
  await form.getByLabel('FDA number').fill('FDA/1')
  await form.getByRole('switch', { name: 'Best seller' }).check()
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Ghs 89.50')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product added successfully')
  await expect(form).toBeHidden()
  await page.setViewportSize(sizes.laptop)

  const row = page.getByRole('row').filter({ hasText: title })
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select',
    'Product',
    'Category',
    'Price',
    'Stock',
    'Featured',
    'Actions',
  ])
  await expect(row.getByRole('cell').nth(1).locator('img')).toHaveAttribute('src', /\.webp/)
  const texts = [title, 'Mask', 'Ghs 89.50', /7/, 'No']
  for (const [n, text] of texts.entries()) await expect(row.getByRole('cell').nth(n + 1)).toHaveText(text)
  await expect(row.getByRole('link', { name: /^Edit/ })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible()
  const [made]: ProductResponse[] = await (
    await request.get('/api/products', { params: { q: title.split(' ').at(-1) ?? '' } })
  ).json()
  expect(made).toMatchObject({ name: title, price: 89.5, stock_quantity: 7, best_seller: true })
  expect(made?.ingredients).toBe('Kaolin, 1,2-Hexanediol')
  expect(made?.images.map((address) => address.split('/').at(-1))).toEqual(['120.webp', '100.webp'])

  await searchProducts(page, title)
  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(form.getByLabel('Key ingredients')).toHaveValue('Kaolin\n1,2-Hexanediol')
  await form.getByLabel('Price').fill('95')
  await form.getByRole('button', { name: 'Remove Picture 2' }).click()
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Product updated successfully')
  await page.goto(`/product/${made?.id}`)
  await expect(page.getByRole('main')).toContainText('Ghs 95.00')

  await page.setViewportSize(sizes.phone)
  await searchProducts(page, title)
  await row.getByRole('button', { name: /^More for/ }).click()
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' })
  await expect(question).toContainText(title)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('Product deleted successfully')
  await expect(page.getByRole('heading', { name: 'No products found.' })).toBeVisible()
  expect((await request.get(`/api/products/${made?.id}`)).status()).toBe(404)
})

test('many products are ticked, featured, counted and deleted at once', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn('admin')
  await page.goto('/admin/products')
  const word = ownName('Bulk')
  for (const stock_quantity of ['3', '40'])
    await newProduct(request, page, token, { name: `${word} ${stock_quantity}`, stock_quantity })
  await searchProducts(page, word)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected products' })
  await expect(bar).toContainText('2 selected')
  await expectAccessible()
  await bar.getByRole('button', { name: 'Feature', exact: true }).click()
  await expect(toasts(page)).toContainText('2 products updated successfully')
  await expect(rows.filter({ hasText: 'Yes' })).toHaveCount(2)

  await bar.getByRole('button', { name: 'Set stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the stock of 2 products' })
  await dialog.getByRole('button', { name: 'Set stock' }).click()
  await expect(dialog).toContainText('Stock quantity is required')
  await dialog.getByLabel('Stock quantity').fill('4')
  await dialog.getByRole('button', { name: 'Set stock' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.getByRole('cell').filter({ hasText: /^4$/ })).toHaveCount(2)

  await page.setViewportSize(sizes.phone)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('radio', { name: 'Mask' }).check()
  await filters.getByRole('switch', { name: 'Low stock only' }).check()
  await expectAccessible()
  await filters.getByRole('button', { name: 'Show products' }).click()
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(/category=mask&low_stock=1/)
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await page.setViewportSize(sizes.laptop)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('All categories')
  await expect(page).not.toHaveURL(/category=/)
  await expect(page.getByRole('button', { name: 'Low stock' })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete these 2 products?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('2 products deleted successfully')
  await page.getByRole('link', { name: 'Show all products' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('products go out as a spreadsheet, come back with mistakes and then without', {
  tag: '@faults',
}, async ({ page, request, openOffice, expectAccessible }) => {
  const token = await openOffice('/admin/products')
  const product = await newProduct(request, page, token, { name: ownName('Sheet') })
  await page.getByRole('link', { name: 'Import CSV' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
  const csv = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const picker = page.getByLabel('CSV file')
  await picker.setInputFiles(csv(`id,price,name\n${product.id},minus one,\n`))
  const table = page.getByRole('table', { name: 'What is wrong in the file' })
  await expect(table.getByRole('row')).toHaveText([
    /Line/,
    /2.*name.*Name is required/s,
    /2.*price.*minus one.*Please enter a price such as 145 or 145.50/s,
  ])
  await expectAccessible()
  await picker.setInputFiles(csv(`id,price\n${product.id},12.50\n`))
  await expect(page.getByText('The file has no mistakes.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(toasts(page)).toContainText('0 added, 1 changed')
  await expect(page).toHaveURL('/admin/products')
  expect(await (await request.get(`/api/products/${product.id}`)).json()).toMatchObject({ price: 12.5 })
})

test('the products are in order for everybody', { tag: '@faults' }, async ({
  page,
  signIn,
  expectUsable,
}) => {
  await signIn('admin')
  await page.goto('/admin/products')
  await expect(page.getByRole('table')).toBeVisible()
  await expectUsable({ inBothColours: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await expect(productDrawer(page).getByLabel('Name', { exact: true })).toBeVisible()
  await expectUsable({ inBothColours: true })
})

test('at the width of a tablet the table fits, and a lone picture is as large as any in the shop', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const name = `${ownName('Whipped Butter')} for Very Dry Hands and Elbows`
  const { id } = await newProduct(request, page, token, {
    name,
    stock_quantity: '0',
    category: 'moisturizer',
  })
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    expect((await link.boundingBox())?.width).toBeGreaterThan(100)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize(sizes.laptop)
  await page.goto(`/product/${id}`)
  const picture = page.getByRole('region', { name: `Pictures of ${name}` }).getByRole('img')
  expect((await picture.boundingBox())?.width).toBeGreaterThan(400)
})
