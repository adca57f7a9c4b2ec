import { expect, type Page } from '@playwright/test'
import { findSmallTargets } from './setup/accessibility.ts'
import { publicPages, toasts } from './setup/page.ts'
import { card, cards } from './setup/shopping.ts'
import { leftToFaults, test } from './setup/visit.ts'

const first: readonly string[] = ['/', '/product/9']

for (const path of [
  ...publicPages,
  '/shop?category=serum&sort=price-low',
  '/shop?q=zebra',
  '/product/987654',
  '/newsletter/leave?secret=made-up',
  '/no-such-page',
]) {
  test(
    `everyone can use ${path} on a phone, on a laptop, and enlarged to 400 %`,
    leftToFaults(!first.includes(path)),
    async ({ page, expectUsable }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectUsable()
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    },
  )
}

test('everyone can use what opens on a product’s page', { tag: '@faults' }, async ({
  page,
  expectUsable,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/product/9')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectUsable()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Choose your town' }).click()
  const sheet = page.getByRole('dialog', { name: 'Where should we deliver?' })
  await sheet.getByRole('button', { name: 'Use this town' }).click()
  await expect(sheet.getByText('City is required')).toBeVisible()
  await expectUsable()
  await sheet.getByRole('combobox', { name: 'City or town' }).fill('a')
  await expect(sheet.getByRole('listbox')).toBeVisible()
  await expectUsable()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()

  await page
    .getByRole('button', { name: /, enlarge$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Larger picture' }).click()
  await expectUsable()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(toasts(page).getByRole('button', { name: 'View cart' })).toBeVisible()
  await expectUsable()
})

test('everyone can read the mistakes of the contact form', { tag: '@faults' }, async ({
  page,
  expectUsable,
}) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await expectUsable()
})

test('everyone can write a testimonial', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
  expectUsable,
}) => {
  await signIn(await newAccount())
  await page.goto('/')
  await page.getByRole('button', { name: 'Submit testimonial' }).click()
  await expect(page.getByRole('link', { name: 'Please write a few words.' })).toBeVisible()
  await expectUsable()
})

test('everyone can use a filled wishlist and open questions', { tag: '@faults' }, async ({
  page,
  expectUsable,
}) => {
  await page.goto('/faq')
  await page.getByText('How do I track my order?').click()
  await expectUsable()
  await page.evaluate(() => localStorage.setItem('adom_beauty_wishlist', '[9, 8, 987654]'))
  await page.goto('/wishlist')
  await card(page, 'Hibiscus Glow Serum').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('button', { name: 'Undo removing Hibiscus Glow Serum' })).toBeVisible()
  await expectUsable()
})

test('everyone can use Filter & Sort', { tag: '@faults' }, async ({ page, expectAccessible }) => {
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Filter & Sort' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter & Sort' })).toBeVisible()
  await expectAccessible()
  expect(await findSmallTargets(page)).toEqual([])
})

test('what opens on a product page fits 320 pixels', { tag: '@faults' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/product/9')
  await page.getByRole('button', { name: 'Choose your town' }).click()
  const sheet = page.getByRole('dialog', { name: 'Where should we deliver?' })
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Filter & Sort' }).click()
  const filter = page.getByRole('dialog', { name: 'Filter & Sort' })
  await expect(filter).toBeVisible()
  expect(await filter.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
})

test('a keyboard alone fills the cart on a phone', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/')
  await tabTo(page, /^Shop Now$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()

  const name = (await cards(page).first().getByRole('heading').textContent()) ?? ''
  await tabTo(page, new RegExp(`^Quick Add ${name}$`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Increase quantity of ${name}` })).toBeFocused()
  await expectSeenFocus(page)

  await tabTo(page, new RegExp(`^${name}$`), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await tabTo(page, new RegExp(`^Increase quantity of ${name}$`))
  await page.keyboard.press('Space')
  await tabTo(page, /^Add to Cart$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Cart, \d items$/ })).toBeVisible()

  await page.keyboard.press('F8')
  await expect(toasts(page)).toBeFocused()
  await tabTo(page, /^View cart$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('link', { name: /^Cart, \d items$/ })).toBeVisible()
})

for (const path of ['/', '/product/9', '/contact']) {
  test(`every stop of the keyboard on ${path} is seen`, leftToFaults(path !== '/'), async ({ page }) => {
    await page.goto(path)
    await tabTo(page, /^Terms of Service$/)
  })
}

/** Goes on with the Tab key until the named place is reached; every stop on the way must be seen. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key)
    if (name.test(await expectSeenFocus(page))) return
  }
  throw new Error(`The keyboard never reached ${name}`)
}

/** Looks at the place that has the focus and gives its name. */
async function expectSeenFocus(page: Page): Promise<string> {
  const seen = { isMarked: true, isSeen: true }
  const { name, isMarked, isSeen } = await lookAtFocus(page)
  if (!isMarked || !isSeen)
    await expect.poll(() => lookAtFocus(page), { message: name }).toEqual({ name, ...seen })
  return name
}

function lookAtFocus(page: Page): Promise<{ name: string; isMarked: boolean; isSeen: boolean }> {
  return page.evaluate(() => {
    const place = document.activeElement
    const name = (place?.getAttribute('aria-label') ?? place?.textContent ?? '').trim()
    if (!place || place === document.body) return { name, isMarked: true, isSeen: true }
    const { outlineStyle, outlineWidth } = getComputedStyle(place)
    const box = place.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isInside = y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth
    const top = document.elementFromPoint(x, y)
    const isUncovered = top !== null && (place.contains(top) || top.contains(place))
    return {
      name,
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isSeen: isInside && isUncovered,
    }
  })
}

test('for people who want calm nothing glides, rises or turns', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const longestMotion = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration)),
      ),
    )
  await page.goto('/')
  await page.getByRole('button', { name: 'Next testimonial' }).click()
  expect(await longestMotion()).toBeLessThan(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await longestMotion()).toBeLessThan(1)
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Filter & Sort' }).click()
  expect(await longestMotion()).toBeLessThan(1)
  await page.keyboard.press('Escape')
  await cards(page)
    .getByRole('button', { name: /^Quick Add/ })
    .first()
    .click()
  await expect(toasts(page).getByText('Added to cart')).toBeVisible()
  expect(await longestMotion()).toBeLessThan(1)
})
