import { expect } from '@playwright/test'
import { openShelf, sizes } from './setup/office.ts'
import { test } from './setup/visit.ts'

test('whoever finds a product sold out leaves a number and is told that one message comes', async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  const token = await signIn('admin')
  const { product } = await openShelf(request, page, token, 0)
  await page.setViewportSize(sizes.phone)
  await page.goto(`/product/${product.id}`)
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  const form = page.getByRole('form', { name: 'Tell me when it is back' })
  await form.getByLabel('Mobile number or e-mail').fill('Ama')
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(form).toContainText('Please enter a mobile number such as 024 123 4567')
  await expectUsable({ again: true })
  await form.getByLabel('Mobile number or e-mail').fill('024 765 4321')
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('You get one message as soon as it is back.')).toBeVisible()
})
