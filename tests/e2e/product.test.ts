import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newProduct, ownName } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { card, cards, findProduct, listProducts } from './setup/shopping.ts'
import { test, withMotion } from './setup/visit.ts'

test.use(withMotion)

const laptop = { width: 1280, height: 800 }

async function openProduct(page: Page, request: APIRequestContext, name: string) {
  const product = await findProduct(request, name)
  await page.goto(`/product/${product.id}`)
  return product
}

const quantity = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Quantity of ${name}` })

/** The first is in the page, the second in the bar that comes when the first is out of sight. */
const addButtons = (page: Page) => page.getByRole('button', { name: 'Add to Cart' })

test('a product page says everything about its product', async ({ page, request }) => {
  const product = await openProduct(page, request, 'Shea Butter Gentle Cleanser')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle('Shea Butter Gentle Cleanser – Adom Beauty')
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(main.getByText('Ghs 85.00', { exact: true }).first()).toBeVisible()
  await expect(main.getByText(/^\d+ in stock$/).first()).toBeVisible()
  await expect(main.getByText(product.description).first()).toBeVisible()
  await expect(main.getByText(product.brands)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Returns & Refunds' })).toHaveAttribute(
    'href',
    '/returns-policy',
  )
  for (const title of ['Key Benefits', 'Key Ingredients', 'How to Use']) {
    await expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }
  for (const benefit of product.benefits.split('\n')) await expect(main.getByText(benefit)).toBeVisible()
})

test('the breadcrumbs lead back to the shelf, the shop and home', async ({ page, request }) => {
  const { name } = await openProduct(page, request, 'Hibiscus Glow Serum')
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way.getByRole('listitem')).toHaveText(['Home', 'Shop', 'Serum', name])
  await way.getByRole('link', { name: 'Serum' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Serums' })).toBeVisible()
})

test('the small pictures choose the large one', async ({ page, request }) => {
  const { name, images } = await openProduct(page, request, 'Hibiscus Glow Serum')
  const gallery = page.getByRole('region', { name: `Pictures of ${name}` })
  const small = gallery.getByRole('button', { name: /^Show picture \d/ })
  await expect(small).toHaveCount(images.length)
  await expect(small.first()).toHaveAttribute('aria-current', 'true')
  const large = gallery.getByRole('button', { name: /, enlarge$/ })
  await expect(large.first()).toBeInViewport({ ratio: 0.5 })
  await small.nth(1).click()
  await expect(small.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(large.nth(1)).toBeInViewport({ ratio: 0.5 })
  await expect(large.first()).not.toBeInViewport({ ratio: 0.5 })
})

test('where not all small pictures fit, they go along with the large one', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  const { id } = await newProduct(request, page, await signIn('admin'), { name: ownName('Balm') }, 8)
  await page.goto(`/product/${id}`)
  const last = page.getByRole('button', { name: 'Show picture 8 of 8' })
  await expect(last).not.toBeInViewport()
  const large = page.getByRole('region', { name: /^Pictures of/ }).getByRole('list')
  await large.first().evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a picture fills the screen, is enlarged and gives the keyboard back', async ({ page, request }) => {
  const { name } = await openProduct(page, request, 'Hibiscus Glow Serum')
  const large = page.getByRole('button', { name: /, enlarge$/ }).first()
  await large.click()
  const viewer = page.getByRole('dialog', { name: `Pictures of ${name}` })
  await expect(viewer.getByText('Picture 1 of 3')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await viewer.getByRole('button', { name: 'Next picture' }).click()
  await expect(viewer.getByText('Picture 2 of 3')).toBeVisible()
  const larger = viewer.getByRole('button', { name: 'Larger picture' })
  const picture = viewer.getByRole('region', { name: 'Enlarged picture' }).getByRole('img')
  const before = (await picture.boundingBox())?.width ?? 0
  await larger.click()
  await expect(larger).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.5)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(large).toBeFocused()
})

test('the tabs show one text at a time, also by keyboard', async ({ page, request }) => {
  const product = await openProduct(page, request, 'Moringa Daily Moisturizer')
  const tab = (name: string) => page.getByRole('tab', { name })
  const panel = page.getByRole('tabpanel')
  await expect(page.getByRole('tab')).toHaveText(['Description', 'Ingredients', 'How to Use'])
  await expect(panel).toHaveText(product.description)
  await tab('Ingredients').click()
  await expect(panel).toHaveText(product.ingredients)
  await page.keyboard.press('ArrowRight')
  await expect(tab('How to Use')).toBeFocused()
  await expect(tab('How to Use')).toHaveAttribute('aria-selected', 'true')
  await expect(panel).toHaveText(product.how_to_use)
  await page.keyboard.press('ArrowRight')
  await expect(tab('Description')).toBeFocused()
})

test('the quantity is at least one and a number, whatever is typed', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const { name } = await openProduct(page, request, 'Black Soap Clarifying Cleanser')
  const field = quantity(page, name)
  const less = page.getByRole('button', { name: `Decrease quantity of ${name}` })
  await expect(field).toHaveValue('1')
  await expect(less).toBeDisabled()
  await page.getByRole('button', { name: `Increase quantity of ${name}` }).click()
  await expect(field).toHaveValue('2')
  await less.click()
  await expect(field).toHaveValue('1')
  for (const typed of ['', '-4', '0']) {
    await field.fill(typed)
    await field.blur()
    await expect(field).toHaveValue('1')
  }
  await field.fill('3')
  await field.press('e')
  await field.blur()
  await expect(field).toHaveValue('1')
})

test('nobody can choose more than lie on the shelf', { tag: '@faults' }, async ({ page, request }) => {
  await expect(async () => {
    const { name, stock_quantity: stock } = await openProduct(page, request, 'Cocoa Peptide Eye Cream')
    const field = quantity(page, name)
    await field.fill('5000')
    await field.blur()
    await expect(field).toHaveValue(String(stock), { timeout: 1_000 })
    await expect(page.getByText(`Only ${stock} in stock`)).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: `Increase quantity of ${name}` })).toBeDisabled()
  }).toPass()
})

test('Add to Cart says what was added and leads to the cart', async ({ page, request }) => {
  const { name } = await openProduct(page, request, 'Black Soap Clarifying Cleanser')
  await page.getByRole('button', { name: `Increase quantity of ${name}` }).click()
  await addButtons(page).first().click()
  await expect(toasts(page).getByText('Added to cart')).toBeVisible()
  await expect(toasts(page).getByText(`${name} × 2`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})

for (const height of [640, 740, 800]) {
  test(`on a phone of 360 × ${height} the name stands in the first view, and nothing lies over it`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height })
    const { name } = await openProduct(page, request, 'Hibiscus Glow Serum')
    await expect(addButtons(page)).toHaveCount(2)
    const title = page.getByRole('heading', { level: 1, name })
    await expect(title).toBeInViewport({ ratio: 1 })
    const isSeen = await title.evaluate((heading) => {
      const { left, bottom } = heading.getBoundingClientRect()
      return document.elementFromPoint(left + 8, bottom - 8) === heading
    })
    expect(isSeen).toBe(true)
  })
}

test('on a phone the button to buy stays within reach', { tag: '@faults' }, async ({ page, request }) => {
  await openProduct(page, request, 'Aloe Mineral Sunscreen SPF 50')
  const [inPage, inBar] = [addButtons(page).first(), addButtons(page).last()]
  await inPage.scrollIntoViewIfNeeded()
  await expect(addButtons(page)).toHaveCount(1)
  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded()
  await expect(addButtons(page)).toHaveCount(2)
  await expect(inBar).toBeInViewport()
  await expect(inPage).not.toBeInViewport()
  await inBar.click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()

  await page.setViewportSize(laptop)
  await expect(addButtons(page)).toHaveCount(1)
})

test('a product that is gone cannot be bought, but asked for', async ({ page, request }) => {
  await openProduct(page, request, 'Kaolin Clay Mask')
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(addButtons(page)).toHaveCount(0)
  const ask = page.getByRole('link', { name: 'Ask on WhatsApp when it is back' })
  await expect(ask).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*Kaolin/)
})

test('delivery is quoted before anything is bought, and the town is remembered', async ({
  page,
  request,
}) => {
  await openProduct(page, request, 'Hibiscus Glow Serum')
  await page.getByRole('button', { name: 'Choose your town' }).click()
  const sheet = page.getByRole('dialog', { name: 'Where should we deliver?' })
  await sheet.getByRole('button', { name: 'Use this town' }).click()
  await expect(sheet.getByText('City is required')).toBeVisible()
  for (const [region, town, quote] of [
    ['Greater Accra', 'Accra', 'Delivery to Accra: Free'],
    ['Greater Accra', 'Tema', 'Delivery to Tema: Ghs 55.00'],
    ['Ashanti', 'Kumasi', 'Delivery to Kumasi: Ghs 45.00'],
  ] as const) {
    await sheet.getByLabel('Region').selectOption(region)
    await sheet.getByRole('combobox', { name: 'City or town' }).fill(town)
    await sheet.getByRole('button', { name: 'Use this town' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: quote })).toBeVisible()
    await page.getByRole('button', { name: 'Change town' }).click()
  }
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Delivery to Kumasi: Ghs 45.00' })).toBeVisible()
})

test('a suggested part of Accra costs what the fee table says of it', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  await openProduct(page, request, 'Hibiscus Glow Serum')
  await page.getByRole('button', { name: 'Choose your town' }).click()
  const sheet = page.getByRole('dialog', { name: 'Where should we deliver?' })
  await sheet.getByRole('combobox', { name: 'City or town' }).fill('Osu')
  await sheet.getByRole('option', { name: 'Osu, Accra' }).click()
  await sheet.getByRole('button', { name: 'Use this town' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Delivery to Osu, Accra: Free' })).toBeVisible()
})

test('a piece that cannot be fetched says so instead of breaking the page', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  await openProduct(page, request, 'Hibiscus Glow Serum')
  const button = page.getByRole('button', { name: 'Choose your town' })
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort())
  await button.click()
  await expect(toasts(page).getByText('This could not be opened')).toBeVisible()
  await expect(button).toBeVisible()
})

test('a product is saved, and the first time one learns where', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const { name } = await openProduct(page, request, 'Hibiscus Glow Serum')
  const save = page.getByRole('button', { name: `Save ${name}` })
  await expect(save).toHaveAttribute('aria-pressed', 'false')
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await toasts(page).getByRole('button', { name: 'View wishlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible()
  await expect(card(page, name)).toBeVisible()
})

test('where the phone has no share sheet, WhatsApp and the link itself are offered', {
  tag: '@faults',
}, async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
  })
  const { name } = await openProduct(page, request, 'Hibiscus Glow Serum')
  await page.getByRole('button', { name: 'Share' }).click()
  const menu = page.getByRole('region', { name: 'Share' })
  const chat = await menu.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(chat ?? '').searchParams.get('text')).toBe(`${name} – Ghs 145.00 ${page.url()}`)
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(toasts(page).getByText('Link copied')).toBeVisible()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('where the phone has a share sheet, it opens with the product', async ({ page, request }) => {
  await page.addInitScript(() => {
    const share = async (what: ShareData) => {
      document.title = JSON.stringify(what)
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const { id, name } = await findProduct(request, 'Hibiscus Glow Serum')
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const text = `${name} – Ghs 145.00`
  await expect(page).toHaveTitle(JSON.stringify({ title: text, text, url: page.url() }))
  await expect(page.getByRole('region', { name: 'Share' })).toBeHidden()
})

test('four other products are offered, those of the same shelf first', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const { name } = await openProduct(page, request, 'Baobab & Vitamin C Serum')
  const serums = (await listProducts(request, { category: 'serum' })).filter((other) => other.name !== name)
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).first()).toContainText(serums[0]?.name ?? '')
  await expect(card(page, name)).toHaveCount(0)
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: serums[0]?.name })).toBeFocused()
})

test('a product that does not exist is not found and leads to the shop', async ({ page }) => {
  const answer = await page.goto('/product/987654')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Return to Shop' }).click()
  await expect(page).toHaveURL('/shop')
})
