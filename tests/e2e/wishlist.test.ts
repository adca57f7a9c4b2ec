import { expect, type Page } from '@playwright/test'
import { stopTime, toasts } from './setup/page.ts'
import { card, cards, findProduct, namesOnCards } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const heart = (page: Page, name: string) => card(page, name).getByRole('button', { name: `Save ${name}` })

test('a wishlist without anything shows the way to the shop', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/wishlist')
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible()
  await expect(page.getByText('Saved on this device, for you alone.')).toBeVisible()
  await page.getByRole('link', { name: 'Find something you like' }).click()
  await expect(page).toHaveURL('/shop')
})

test('hearts fill the wishlist, the last one first, and it is there again after a visit elsewhere', async ({
  page,
}) => {
  const [serum, toner] = ['Hibiscus Glow Serum', 'Rose Water Hydrating Toner']
  await page.goto('/shop')
  await heart(page, serum).click()
  await expect(heart(page, serum)).toHaveAttribute('aria-pressed', 'true')
  await heart(page, toner).click()
  await page.getByRole('link', { name: 'Wishlist (2)' }).click()
  await expect.poll(() => namesOnCards(page)).toEqual([toner, serum])
  await page.reload()
  await expect.poll(() => namesOnCards(page)).toEqual([toner, serum])
  await expect(card(page, serum).getByRole('button', { name: `Quick Add ${serum}` })).toBeVisible()
})

test('what is saved and at once taken off again is no longer said to be saved', {
  tag: '@faults',
}, async ({ page }) => {
  await page.goto('/shop')
  await stopTime(page)
  await heart(page, 'Hibiscus Glow Serum').click()
  await expect(toasts(page)).toContainText('Saved to your wishlist')
  await heart(page, 'Hibiscus Glow Serum').click()
  await expect(toasts(page)).toHaveText('')
})

test('what is taken off the wishlist can be put back where it was', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const serum = await findProduct(request, 'Hibiscus Glow Serum')
  const toner = await findProduct(request, 'Rose Water Hydrating Toner')
  await keep(page, [toner.id, serum.id])
  await page.goto('/wishlist')
  await heart(page, toner.name).click()
  const undo = page.getByRole('button', { name: `Undo removing ${toner.name}` })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect.poll(() => namesOnCards(page)).toEqual([toner.name, serum.name])
  await heart(page, toner.name).click()
  await page.reload()
  await expect.poll(() => namesOnCards(page)).toEqual([serum.name])
})

test('what has left the shelves is named and can be taken off the list', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const serum = await findProduct(request, 'Hibiscus Glow Serum')
  await keep(page, [987_654, serum.id])
  await page.goto('/wishlist')
  await expect(page.getByText('One saved product has left our shelves.')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await expect(page.getByText('left our shelves')).toBeHidden()
  await expect(cards(page)).toHaveCount(1)
})

test('a wishlist that cannot be loaded is not lost', { tag: '@faults' }, async ({ page, request }) => {
  const serum = await findProduct(request, 'Hibiscus Glow Serum')
  await keep(page, [serum.id])
  await page.route('**/wishlist/products*', (route) => route.abort())
  await page.goto('/wishlist')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It is safe on this device.')
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(card(page, serum.name)).toBeVisible()
})

/** Writes the wishlist as an earlier visit left it. */
async function keep(page: Page, ids: readonly number[]) {
  await page.goto('/faq')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    'adom_beauty_wishlist',
    JSON.stringify(ids),
  ] as const)
}
