import { expect, type Page } from '@playwright/test'
import { leftToFaults, test, withMotion } from './setup/visit.ts'

test.use(withMotion)

const phone = { width: 360, height: 800 }
const laptop = { width: 1280, height: 800 }

const bar = (page: Page) => page.getByRole('banner')

test('the navigation bar leads to the shop, the story, the contact page and the cart', {
  tag: '@faults',
}, async ({ page }) => {
  await page.setViewportSize(laptop)
  await page.goto('/')
  const links = bar(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Shop', 'About', 'Contact'])
  await bar(page).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(bar(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page')
  await bar(page).getByRole('link', { name: 'Adom Beauty, home' }).click()
  await expect(page).toHaveURL('/')
  await expect(bar(page).getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/cart')
})

for (const [role, link] of [
  ['admin', 'Admin'],
  ['driver', 'Driver'],
] as const) {
  test(
    `the bar of a signed-in ${role} has one more link`,
    leftToFaults(role !== 'admin'),
    async ({ page, signIn }) => {
      await page.setViewportSize(laptop)
      await signIn(role)
      await page.goto('/about')
      const links = bar(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect(links).toHaveText(['Shop', 'About', 'Contact', link])
    },
  )
}

test('the bar turns solid once the page is scrolled by more than 50 pixels', async ({ page }) => {
  await page.goto('/')
  await expect(bar(page)).toHaveCSS('box-shadow', 'none')
  await page.evaluate(() => window.scrollTo(0, 51))
  await expect(bar(page)).not.toHaveCSS('box-shadow', 'none')
  await expect(bar(page)).toHaveCSS('background-image', 'none')
  await page.evaluate(() => window.scrollTo(0, 50))
  await expect(bar(page)).toHaveCSS('box-shadow', 'none')
})

test('the account menu of a visitor offers to log in or sign up and closes with Esc', async ({ page }) => {
  await page.goto('/about')
  const button = bar(page).getByRole('button', { name: 'Account', exact: true })
  await button.click()
  const menu = page.getByRole('region', { name: 'Account', exact: true })
  await expect(menu.getByRole('link')).toHaveText(['Log in', 'Sign up'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await menu.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu).toBeHidden()
})

test('on a phone the menu fills the screen and keeps the keyboard inside', async ({ page }) => {
  await page.goto('/about')
  const button = bar(page).getByRole('button', { name: 'Menu' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Home',
    'Shop',
    'About',
    'Contact',
    'Cart',
    'Account',
    'Log in',
    'Sign up',
    'Blog',
    'Track order',
    'FAQ',
  ])
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, ...phone })

  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const isOutside = await menu.evaluate((dialog) => {
      const place = document.activeElement
      return place !== document.body && !dialog.contains(place)
    })
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('the menu of a phone closes by its button and when a link is followed', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/about')
  const button = bar(page).getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button.click()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(menu).toBeHidden()
})

test('the bar counts what lies in the cart', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop')
  const add = page.getByRole('main').getByRole('button', { name: /^Quick Add/ })
  await add.first().click()
  await expect(bar(page).getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await add.first().click()
  await expect(bar(page).getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page.reload()
  await expect(bar(page).getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('every link of the footer leads to a page that answers', async ({ page, request }) => {
  await page.goto('/')
  const links = page.getByRole('contentinfo').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const inside = addresses.filter((address) => address.startsWith('/'))
  expect(inside).toEqual(
    expect.arrayContaining([
      '/shop?category=cleanser',
      '/shop?category=moisturizer',
      '/shop?category=serum',
      '/shop?category=mask',
      '/shop?category=toner',
      '/about',
      '/contact',
      '/blog',
      '/faq',
      '/shipping-policy',
      '/returns-policy',
      '/privacy-policy',
      '/terms-of-service',
    ]),
  )
  for (const address of inside) {
    expect([address, (await request.get(address)).status()]).toEqual([address, 200])
  }
  expect(addresses.filter((address) => address === '' || address.startsWith('#'))).toEqual([])
})

test('the first stop of the keyboard leads past the bar', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a walk through the bar with the keyboard leaves the page where it is', { tag: '@faults' }, async ({
  page,
}) => {
  await page.setViewportSize(laptop)
  await page.goto('/terms-of-service')
  await page.evaluate(() => window.scrollTo(0, 1500))
  const cart = bar(page).getByRole('link', { name: 'Cart' })
  const isThere = () => cart.evaluate((link) => link === document.activeElement)
  while (!(await isThere())) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => window.scrollY)).toBe(1500)
})

test('after a change of page its heading is read out, its title says where one is, and it starts at the top', async ({
  page,
}) => {
  await page.goto('/terms-of-service')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /contact/i })
    .last()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(/^Contact.* – Adom Beauty$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect(page).toHaveURL('/terms-of-service')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('a link leads on without loading anew, pressed with a key it is the browser’s, and the same page is no second step back', async ({
  page,
}) => {
  await page.setViewportSize(laptop)
  await page.goto('/contact')
  await page.goto('/about')
  // Comes after the shop's own listener, and opens no tab.
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      document.documentElement.dataset.followed = String(event.defaultPrevented)
      event.preventDefault()
    })
  })
  const html = page.locator('html')
  const link = (name: string) => bar(page).getByRole('link', { name })
  await link('About').click()
  await expect(html).toHaveAttribute('data-followed', 'true')
  for (const key of ['Control', 'Shift', 'Alt'] as const) {
    await html.evaluate((element) => delete element.dataset.followed)
    await link('Shop').click({ modifiers: [key] })
    await expect(html).toHaveAttribute('data-followed', 'false')
  }
  await expect(page).toHaveURL('/about')
  await link('Shop').click()
  await expect(page).toHaveURL('/shop')
  await expect(html).toHaveAttribute('data-followed', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('another category leaves the page where it was scrolled to', async ({ page }) => {
  await page.goto('/shop')
  await page.evaluate(() => window.scrollTo(0, 120))
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cleanser' }).click()
  await expect(page).toHaveURL('/shop?category=cleanser')
  await expect(page.getByRole('link', { name: 'Cleanser', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'true',
  )
  // More where the browser keeps what is seen in its place: the title above it has grown.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(120)
})

test('who was turned away and goes on does not come back there', async ({ page, signIn }) => {
  await signIn('customer')
  await page.goto('/about')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('link', { name: 'Go to home now' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})
