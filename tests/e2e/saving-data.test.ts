import { expect, type Page } from '@playwright/test'
import { awaitScripts } from './setup/page.ts'
import { test, withMotion } from './setup/visit.ts'

test.use(withMotion)

test.use({ deviceScaleFactor: 2 })

/** How many bytes the photographs took on this page. */
async function picturesOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (answer) => {
    if (/\.(?:avif|webp)$/.test(answer.url())) sizes.push(answer.body().then((body) => body.length))
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

for (const path of ['/', '/shop', '/product/9']) {
  test(`a phone that saves data pays less for the pictures of ${path}`, { tag: '@faults' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const usual = await picturesOf(page, path)
    const saving = await browser.newContext({
      baseURL,
      viewport: { width: 360, height: 800 },
      deviceScaleFactor: 2,
      extraHTTPHeaders: { 'save-data': 'on' },
    })
    await awaitScripts(saving)
    const saved = await picturesOf(await saving.newPage(), path)
    expect(saved).toBeGreaterThan(0)
    expect(saved).toBeLessThan(usual * 0.8)
    await saving.close()
  })
}

test('a phone that saves data sees nothing move by itself', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto('/')
  const said = page.getByRole('region', { name: 'What our customers say' })
  await expect(said.getByRole('button', { name: 'Next testimonial' })).toBeVisible()
  await expect(said.getByRole('button', { name: 'Pause testimonials' })).toHaveCount(0)
})

test('no page is fetched before somebody asks for it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('link', { name: 'Shop Now' }).hover()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('.data'))).toEqual([])
  await expect(page.locator('link[rel=prefetch]')).toHaveCount(0)
})
