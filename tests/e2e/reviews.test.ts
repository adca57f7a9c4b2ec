import { expect } from '@playwright/test'
import { openShelf, sizes, smallPicture } from './setup/office.ts'
import { test } from './setup/visit.ts'

test('a buyer reviews what arrived, the shop approves it, and everybody reads it with its stars', async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const { id, name } = shelf.product
  const order = await shelf.order('Ama')
  await shelf.setStatus(order, 'Delivered')

  await page.setViewportSize(sizes.phone)
  await page.goto(`/track-order?code=${order.tracking_code}`)
  await page.getByRole('link', { name: 'Review what you bought' }).click()
  const form = page.getByRole('form', { name: `Review of ${name}` })
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByText('Please choose 1 to 5 stars').first()).toBeVisible()
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await form.getByLabel('Your review').fill('It calms my skin in two days.')
  await form.getByLabel('Photos').setInputFiles(await smallPicture(page))
  await form.getByLabel('Phone number of the order').fill('0241234567')
  await expectUsable()
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('We read your review before it is shown.')).toBeVisible()

  await page.goto(`/product/${id}`)
  await expect(page.getByRole('heading', { name: 'Reviews' })).toHaveCount(0)

  await page.goto('/admin/reviews')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: /^Answer/ }).click()
  await row.getByLabel('Your answer').fill('Thank you, and come again!')
  await row.getByRole('button', { name: 'Save answer' }).click()
  await expect(row.getByText('Thank you, and come again!')).toBeVisible()
  await expectUsable()
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(row).toHaveCount(0)

  await page.goto(`/product/${id}`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('It calms my skin in two days.')
  await expect(reviews).toContainText('Thank you, and come again!')
  await expect(reviews.getByRole('link', { name: /^Photo 1 by/ })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Rated 4 out of 5' }).first()).toBeVisible()
  await expectUsable({ again: true })
  await page.goto(`/shop?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('article').getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
})
