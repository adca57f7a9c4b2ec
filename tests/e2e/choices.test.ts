import { expect } from '@playwright/test'
import { newProduct, ownName, sizes, smallPicture } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { card } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test('an owner adds a size and sorts; a customer on a phone chooses on the card and on the page', async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  const article = ownName('Whipped Shea')
  const token = await signIn('admin')
  const first = await newProduct(request, page, token, { name: `${article} 100 g`, price: '60' })
  await page.goto(`/admin/products?q=${article}&edit=${first.id}`)
  await page.getByRole('link', { name: 'Add a size' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add a size' })
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue(article)
  await drawer.getByLabel('Size or shade of the new one').fill('250 g')
  await drawer.getByLabel('Price').fill('130')
  await drawer.getByLabel('Stock quantity').fill('4')
  await drawer.getByLabel('Barcode or SKU').fill('4006381333931')
  await drawer.getByLabel('Images').setInputFiles(await smallPicture(page, '#345678'))
  await expectUsable({ inBothColours: true })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Product added successfully')

  await page.setViewportSize(sizes.laptop)
  await page.goto(`/admin/products?q=${article}&edit=${first.id}`)
  const choices = page.getByRole('list', { name: `Choices of ${article}` })
  await expect(choices.getByRole('listitem')).toHaveText([/^100 g/, /^250 g/])
  // The list shows a new order before it is saved: the answer to the first move must not be taken for that to the second.
  const moved = page.waitForResponse('**/api/products/choices')
  await choices.getByRole('button', { name: `Move ${article} 250 g up` }).click()
  await moved
  await expect(choices.getByRole('listitem')).toHaveText([/^250 g/, /^100 g/])
  const saved = page.waitForResponse('**/api/products/choices')
  await choices.getByRole('listitem').last().dragTo(choices.getByRole('listitem').first())
  await saved
  await expect(choices.getByRole('listitem')).toHaveText([/^100 g/, /^250 g/])
  await expectUsable({ again: true, inBothColours: true })

  await page.setViewportSize(sizes.phone)
  await page.goto(`/shop?q=${encodeURIComponent(article)}`)
  const jar = card(page, article)
  await expect(jar).toContainText('from Ghs 60.00')
  await expect(jar).toContainText('2 sizes')
  await jar.getByRole('button', { name: `Quick Add ${article}` }).click()
  const menu = page.getByRole('region', { name: `Choices of ${article}` })
  await expectUsable({ again: true })
  await menu.getByRole('button', { name: '250 g Ghs 130.00' }).click()
  await expect(toasts(page)).toContainText(`${article} 250 g`)

  await jar.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/product/${first.id}$`))
  const size = page.getByRole('navigation', { name: 'Size' })
  await size.getByRole('link', { name: '250 g' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${article} 250 g` })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`/product/${first.id}$`))
  await expect(size.getByRole('link', { name: '250 g' })).toHaveAttribute('aria-current', 'true')
  await expectUsable({ again: true })
})
