import { expect } from '@playwright/test'
import { holdBack, holdScripts, toasts, untilHydrated } from './setup/page.ts'
import { test } from './setup/visit.ts'

const phone = { viewport: { width: 360, height: 800 } }

test('without scripts the menus open, the links lead on and the footer is there', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Contact' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page
    .getByRole('region', { name: 'Account', exact: true })
    .getByRole('link', { name: 'Log in' })
    .click()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })).toBeVisible()

  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await context.close()
})

test('no script is fetched before the page has loaded, so that none competes with its pictures', async ({
  page,
}) => {
  const letGo = await holdBack(page, '**/*.{avif,webp}')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  expect(scripts).toEqual([])
  letGo()
  await untilHydrated(page)
  expect(scripts).not.toEqual([])
})

test('the menus open while the scripts are still on their way', { tag: '@faults' }, async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'load' })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Contact' })).toBeVisible()
  letGo()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
})

test('a product that is tapped before the scripts are there lies in the cart once they are', async ({
  page,
}) => {
  const letGo = await holdScripts(page)
  await page.goto('/shop', { waitUntil: 'load' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Quick Add/ })
    .first()
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  letGo()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('categories that somebody has moved before the scripts are there stay where they are', {
  tag: '@faults',
}, async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/shop', { waitUntil: 'load' })
  const row = page.getByRole('navigation', { name: 'Categories' })
  await row.getByRole('link', { name: 'Eye Cream' }).scrollIntoViewIfNeeded()
  const place = await row.evaluate(({ scrollLeft }) => scrollLeft)
  expect(place).toBeGreaterThan(0)
  letGo()
  await untilHydrated(page)
  expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBe(place)
})

test('a form that is sent before the scripts are there is sent once they are, with all that was typed', async ({
  page,
  newAccount,
}) => {
  const { email, password } = await newAccount()
  const letGo = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'load' })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  letGo()
  await expect(toasts(page)).toContainText('Login successful')
  await expect(page).toHaveURL('/')
})

test('an empty form that is sent before the scripts are there gets the words of the shop', {
  tag: '@faults',
}, async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'load' })
  await page.getByRole('button', { name: 'Sign In' }).click()
  letGo()
  await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveText([
    'Email is required',
    'Password is required',
  ])
})

test('the link that is followed before the scripts are there just works', { tag: '@faults' }, async ({
  page,
}) => {
  const letGo = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'load' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  letGo()
})

test('where the scripts got lost on the way, the next tap opens the page anew', { tag: '@faults' }, async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/shop', { waitUntil: 'load' })
  const add = page.getByRole('main').getByRole('button', { name: /^Quick Add/ })
  await Promise.all([page.waitForEvent('requestfailed'), add.first().click()])
  await page.unrouteAll()
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart, \d/ })
  await expect(async () => {
    await add.first().click()
    await expect(cart).toBeVisible({ timeout: 3000 })
  }).toPass()
})

test('a tap while the page hydrates counts once', { tag: '@faults' }, async ({ page }) => {
  await page.addInitScript(() => {
    const tell = window.dispatchEvent.bind(window)
    window.dispatchEvent = (event) => {
      if (event.type !== 'shop:hydrated') return tell(event)
      document.documentElement.dataset.hydrating = ''
      window.addEventListener('shop:go-on', () => tell(event), { once: true })
      return true
    }
  })
  await page.goto('/shop', { waitUntil: 'load' })
  await page.waitForFunction(() => document.documentElement.dataset.hydrating !== undefined)
  const heart = page.getByRole('button', { name: 'Save Hibiscus Glow Serum' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.evaluate(() => window.dispatchEvent(new Event('shop:go-on')))
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})
