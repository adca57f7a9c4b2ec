import { expect, type Page } from '@playwright/test'
import { holdScripts, toasts } from './setup/page.ts'
import { test } from './setup/quiet-shop.ts'
import { card, cards, findProduct, listProducts, namesOnCards } from './setup/shopping.ts'

const laptop = { width: 1280, height: 800 }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const spellingHint = (page: Page) => page.getByText('Check the spelling, or search for fewer words.')

const names = (products: { name: string }[]) => products.map(({ name }) => name)

test('the shop shows every product, the featured ones first', async ({ page, request }) => {
  const products = await listProducts(request, { sort: 'featured' })
  await page.goto('/shop')
  await expect(heading(page, 'Shop')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${products.length} products` })).toBeVisible()
  expect(await namesOnCards(page)).toEqual(names(products))
})

test('a phone shows two columns and a laptop three', async ({ page }) => {
  const columns = async () => {
    const lefts = await cards(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
    return new Set(lefts.map(Math.round)).size
  }
  await page.goto('/shop')
  expect(await columns()).toBe(2)
  await page.setViewportSize(laptop)
  expect(await columns()).toBe(3)
})

test('the categories are those of the products', { tag: '@faults' }, async ({ page, request }) => {
  const categories = new Set((await listProducts(request)).map(({ category }) => category))
  await page.goto('/shop')
  const links = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  const shown = (await links.allTextContents()).map((text) => text.toLowerCase())
  expect(shown.toSorted()).toEqual(['all', ...categories].toSorted())
})

test('?category=CLEANSERS, however it is written, opens the shelf of cleansers under one address', async ({
  page,
  request,
}) => {
  const cleansers = await listProducts(request, { category: 'cleanser', sort: 'featured' })
  await page.goto('/shop?category=CLEANSERS')
  await expect(heading(page, 'Shop Cleansers')).toBeVisible()
  expect(await namesOnCards(page)).toEqual(names(cleansers))
  const chosen = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cleanser' })
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  expect(new URL((await canonical(page)) ?? '').search).toBe('?category=cleanser')
})

const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')

test('a category is chosen with one tap, and All leads back', async ({ page, request }) => {
  await page.goto('/shop')
  const everything = await namesOnCards(page)
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await chips.getByRole('link', { name: 'Mask' }).click()
  await expect(page).toHaveURL('/shop?category=mask')
  await expect(cards(page)).toHaveCount((await listProducts(request, { category: 'mask' })).length)
  await chips.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL('/shop')
  await expect.poll(() => namesOnCards(page)).toEqual(everything)
})

test('on a laptop each choice of the list sorts at once', { tag: '@faults' }, async ({ page, request }) => {
  await page.setViewportSize(laptop)
  await page.goto('/shop')
  for (const [label, sort] of [
    ['Price: low to high', 'price-low'],
    ['Price: high to low', 'price-high'],
    ['Newest', 'newest'],
    ['Featured', 'featured'],
  ] as const) {
    const sorted = await listProducts(request, { sort })
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label })
    await expect(page).toHaveURL(sort === 'featured' ? /\/shop(\?sort=featured)?$/ : `/shop?sort=${sort}`)
    await expect.poll(() => namesOnCards(page)).toEqual(names(sorted))
  }
})

test('the prices really rise and fall, and featured products really come first', { tag: '@faults' }, async ({
  request,
}) => {
  const rising = (await listProducts(request, { sort: 'price-low' })).map(({ price }) => price)
  expect(rising).toEqual(rising.toSorted((one, other) => one - other))
  const falling = (await listProducts(request, { sort: 'price-high' })).map(({ price }) => price)
  expect(falling).toEqual(falling.toSorted((one, other) => other - one))
  const featured = (await listProducts(request, { sort: 'featured' })).map((product) => product.featured)
  expect(featured).toEqual(featured.toSorted((one, other) => Number(other) - Number(one)))
})

test('a search forgives a typing error', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('hibiskus serum')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/shop?q=hibiskus+serum')
  await expect(page.getByRole('status').filter({ hasText: 'for “hibiskus serum”' })).toBeVisible()
  expect((await namesOnCards(page))[0]).toBe('Hibiscus Glow Serum')
  await expect(page.getByRole('searchbox')).toHaveValue('hibiskus serum')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('what was typed without Enter is searched with the next choice, also before the scripts are there', async ({
  page,
}) => {
  await page.setViewportSize(laptop)
  const letGo = await holdScripts(page)
  await page.goto('/shop', { waitUntil: 'load' })
  const box = page.getByRole('searchbox', { name: 'Search products' })
  await box.fill('glow')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Newest' })
  letGo()
  await expect(page).toHaveURL('/shop?q=glow&sort=newest')
  await expect(cards(page)).toHaveCount(1)

  await box.fill('soap')
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Cleanser' }).click()
  await expect(page).toHaveURL('/shop?category=cleanser&q=soap&sort=newest')
  await expect(box).toHaveValue('soap')

  await page.setViewportSize({ width: 360, height: 800 })
  await box.fill(' ')
  await page.getByRole('button', { name: 'Filter & Sort (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/shop?category=cleanser&sort=newest')
})

test('whoever types on while another order is on its way is not interrupted', { tag: '@faults' }, async ({
  page,
}) => {
  await page.setViewportSize(laptop)
  await page.goto('/shop')
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  await page.route(/\/shop\.data/, async (route) => {
    asked.push(route.request().url())
    await gate.promise
    await route.continue()
  })
  const box = page.getByRole('searchbox', { name: 'Search products' })
  await box.fill('glo')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Newest' })
  await box.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('w')
  gate.resolve()
  await expect(page).toHaveURL('/shop?q=glo&sort=newest')
  await page.keyboard.type(' serum')
  await expect(box).toHaveValue('glow serum')
  expect(asked).toHaveLength(1)
  await page.goBack()
  await expect(box).toHaveValue('')
})

test('a search by ingredient finds what holds it', { tag: '@faults' }, async ({ page, request }) => {
  const holding = (await listProducts(request)).filter(({ ingredients }) => /caffeine/i.test(ingredients))
  expect(holding.length).toBeGreaterThan(0)
  await page.goto('/shop?q=caffeine')
  expect((await namesOnCards(page)).toSorted()).toEqual(names(holding).toSorted())
})

test('a search that finds nothing says so and leads back', async ({ page }) => {
  await page.goto('/shop?q=zebra&category=mask')
  await expect(page.getByText('No products found. Try adjusting your filters.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '0 products' })).toBeVisible()
  await expect(spellingHint(page)).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(cards(page).first()).toBeVisible()
})

test('a search without a filter that finds nothing offers no filter to clear', async ({ page }) => {
  await page.goto('/shop?q=zebra')
  await expect(spellingHint(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See all products' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(cards(page).first()).toBeVisible()
})

test('a shelf that does not exist is empty under a plain heading, and kept from search engines', {
  tag: '@faults',
}, async ({ page }) => {
  const answer = await page.goto('/shop?category=call-0800-now')
  expect(answer?.status()).toBe(200)
  await expect(heading(page, 'Shop')).toBeVisible()
  await expect(page).toHaveTitle('Shop – Adom Beauty')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByText('No products found. Try adjusting your filters.')).toBeVisible()
  await expect(spellingHint(page)).toBeHidden()
})

test('on a phone Filter & Sort chooses category and sorting together', async ({ page, request }) => {
  const serums = await listProducts(request, { category: 'serum', sort: 'price-high' })
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Filter & Sort' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter & Sort' })
  await sheet.getByRole('radio', { name: 'Serum' }).check()
  await sheet.getByRole('radio', { name: 'Price: high to low' }).check()
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(sheet).toBeHidden()
  await expect(heading(page, 'Shop Serums')).toBeVisible()
  await expect.poll(() => namesOnCards(page)).toEqual(names(serums))

  await page.getByRole('button', { name: 'Filter & Sort (2)' }).click()
  await expect(sheet.getByRole('radio', { name: 'Serum' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'Price: high to low' })).toBeChecked()
  await sheet.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(sheet).toBeHidden()
})

test('Esc closes Filter & Sort and changes nothing', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop')
  const button = page.getByRole('button', { name: 'Filter & Sort' })
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filter & Sort' })
  await sheet.getByRole('radio', { name: 'Toner' }).check()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page).toHaveURL('/shop')
})

test('a card shows price and stock, and what is gone cannot be added', async ({ page, request }) => {
  const toner = await findProduct(request, 'Rose Water Hydrating Toner')
  await page.goto('/shop')
  await expect(card(page, toner.name)).toContainText(`Ghs ${toner.price.toFixed(2)}`)
  await expect(card(page, toner.name).getByText(/^\d+ in stock$/)).toBeVisible()

  const mask = card(page, 'Kaolin Clay Mask')
  await expect(mask.getByText('Out of Stock', { exact: true })).toBeVisible()
  const add = mask.getByRole('button', { name: 'Quick Add Kaolin Clay Mask' })
  await expect(add).toBeDisabled()
  await add.click({ force: true })
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
})

test('the stock on the cards is what the shop counts', { tag: '@faults' }, async ({ page, request }) => {
  // Another test may buy in between, so both are looked at anew until they agree.
  await expect(async () => {
    await page.goto('/shop')
    for (const { name, stock_quantity: stock } of await listProducts(request)) {
      const label = stock > 0 ? `${stock} in stock` : 'Out of Stock'
      await expect(card(page, name).getByText(label, { exact: true })).toBeVisible({ timeout: 500 })
    }
  }).toPass()
})

test('Quick Add puts one into the cart and then counts on', async ({ page }) => {
  const name = 'Black Soap Clarifying Cleanser'
  await page.goto('/shop')
  await card(page, name)
    .getByRole('button', { name: `Quick Add ${name}` })
    .click()
  await expect(toasts(page).getByText('Added to cart')).toBeVisible()
  await expect(toasts(page).getByText(name)).toBeVisible()
  const more = card(page, name).getByRole('button', { name: `Increase quantity of ${name}` })
  await expect(more).toBeFocused()
  await more.click()
  await expect(card(page, name).getByRole('spinbutton', { name: `Quantity of ${name}` })).toHaveValue('2')
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('whoever goes back finds the shelf and the place where they were', async ({ page }) => {
  await page.goto('/shop?sort=price-low')
  const last = cards(page).last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeAttached()
  await page.goBack()
  await expect(page).toHaveURL('/shop?sort=price-low')
  await expect(last).toBeInViewport()
})

test('a page beyond the last one opens the last one', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop?page=40')
  await expect(page).toHaveURL('/shop')
  await expect(cards(page).first()).toBeVisible()
})
