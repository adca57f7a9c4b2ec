import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { bearer, sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'

// A shop of its own: the question stands in every page.
const test = withOwnShop()

const pixel = '123456789012345'
const tag = 'G-AB12CD34EF'

/** Answers for Meta and Google, and lists what they are asked for. */
async function catchOutside(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(/^https:/, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return asked
}

/** As the owner enters the ids among the settings. */
async function enterIds(request: APIRequestContext, token: string): Promise<void> {
  const headers = bearer(token)
  const { version } = await (await request.get('/api/settings', { headers })).json()
  const settings = { measuring: { meta_pixel: pixel, google_tag: tag } }
  const answer = await request.put('/api/settings', { headers, data: { version, settings } })
  expect(answer.status()).toBe(200)
}

const question = (page: Page) => page.getByRole('region', { name: 'May our ads be measured?' })

test('nothing is asked of Meta and Google before a Yes; a No is remembered, and the privacy policy asks again', async ({
  page,
  context,
  request,
  shop,
  signIn,
  expectUsable,
}) => {
  const asked = await catchOutside(context)
  await enterIds(request, await signIn(shop.admin))

  await page.setViewportSize(sizes.phone)
  await page.goto('/')
  await expect(question(page)).toContainText('May Meta and Google measure our ads?')
  const [yes, no] = await Promise.all(
    ['Yes', 'No'].map((name) => question(page).getByRole('button', { name }).boundingBox()),
  )
  expect([yes?.width, yes?.height]).toEqual([no?.width, no?.height])
  await expectUsable({ again: true })
  await question(page).getByRole('button', { name: 'No' }).click()
  await expect(question(page)).toBeHidden()
  await page.goto('/shop')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(asked).toEqual([])

  await page.goto('/privacy-policy')
  await page.getByRole('button', { name: 'Ask me again' }).click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  const scripts = [
    'https://connect.facebook.net/en_US/fbevents.js',
    `https://www.googletagmanager.com/gtag/js?id=${tag}`,
  ]
  await expect.poll(() => asked).toEqual(scripts)
  await page.goto('/shop')
  await expect.poll(() => asked).toEqual([...scripts, ...scripts])
  await expect(question(page)).toBeHidden()
  // A page with a code in its address is for nobody else.
  await page.goto('/track-order?code=ABC123')
  await expect(page.getByText('Order not found')).toBeVisible()
  expect(asked).toHaveLength(4)
})
