import { expect, type Locator, type Page } from '@playwright/test'
import { stopTime } from './setup/page.ts'
import { buyer, card, catchChats, city, laptop, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test.use(laptop)

const soap = 'Black Soap Clarifying Cleanser'
const mostStops = 150

/** Goes on with Tab as a person without a mouse does; every stop on the way must be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await isReached(target)) return
  }
  throw new Error('The keyboard did not get there')
}

/** Whether the keyboard is there; wherever it is, it must be seen. */
async function isReached(target: Locator): Promise<boolean> {
  const { seen, isThere } = await target.evaluate((element) => {
    const { activeElement: here } = document
    if (!(here instanceof HTMLElement) || here === document.body) return { seen: 'nowhere', isThere: false }
    const box = here.getBoundingClientRect()
    const isOutside = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth
    const seen = isOutside ? `out of sight: ${here.outerHTML.slice(0, 120)}` : 'seen'
    return { seen, isThere: element === here }
  })
  expect(['seen', 'nowhere']).toContain(seen)
  return isThere
}

test('a whole purchase needs no mouse', async ({ page, context }) => {
  await catchChats(context)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, card(page, soap).getByRole('button', { name: `Quick Add ${soap}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Increase quantity of ${soap}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.goto('/cart')
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: `Decrease quantity of ${soap}` }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused()

  await tabTo(page, page.getByRole('textbox', { name: 'Phone' }))
  await page.keyboard.type(buyer.phone)
  await tabTo(page, page.getByLabel('State / Region'))
  await page.keyboard.type('Ash')
  await tabTo(page, city(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(city(page)).toHaveValue('Kumasi')
  await tabTo(page, page.getByLabel('Street, house or landmark'))
  await page.keyboard.type(buyer.street)
  await page.keyboard.press('Enter')

  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems).toBeFocused()
  await tabTo(page, problems.getByRole('link', { name: 'Full name is required' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.keyboard.type(buyer.name)
  await tabTo(page, placeOrder(page))
  await stopTime(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeFocused()
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Track Your Order' })).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
})
