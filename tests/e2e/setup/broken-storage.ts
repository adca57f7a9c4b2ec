import { expect, type Page } from '@playwright/test'

/** Everything that the shop keeps in a browser. */
const keys = [
  'adom_beauty_cart',
  'adom_beauty_wishlist',
  'adom_beauty_delivery_place',
  'adom_beauty_checkout_details',
  'adom_beauty_checkout_draft',
  'adom_beauty_order_attempt',
  'adom_beauty_placed_order',
  'adom_beauty_payments',
  'adom_beauty_delivery_pins',
  'adom_beauty_unpaid_order',
  'adom_user',
  'adom_device',
  'adom_sign_outs',
  'adom_driver_settings',
  'adom_driver_phone',
  'adom_post_drafts',
  'jwt_token',
  'theme',
]

const values = [
  '',
  'null',
  'undefined',
  '{',
  '[]',
  '{}',
  '"x"',
  '1e400',
  'true',
  '[null]',
  '[[[[[]]]]]',
  '{"__proto__":{"isAdmin":true}}',
  '[{"id":1,"quantity":-5,"price":"free"}]',
  '{"items":[{"product":{"id":{}},"quantity":1e308}],"version":null}',
  '{"items":null,"lines":"x","email":{},"name":[],"token":7}',
  '<script>alert(1)</script>',
  '\u0000\ud800',
  `[${'{"id":1,"quantity":1},'.repeat(5_000)}{}]`,
]

type BrokenStorage = { what: string; kept: Record<string, string> }

/** Each place with each value, alone. */
export const brokenOneByOne: readonly BrokenStorage[] = keys.flatMap((key) =>
  values.map((value) => ({ what: `${key} = ${value.slice(0, 60)}`, kept: { [key]: value } })),
)

/** All places with the same value at once. */
export const brokenTogether: readonly BrokenStorage[] = values.map((value) => ({
  what: `everything = ${value.slice(0, 60)}`,
  kept: Object.fromEntries(keys.map((key) => [key, value])),
}))

const pages = ['/cart', '/checkout', '/shop', '/account', '/wishlist', '/driver']

/** Opens a page as somebody whose browser kept rubbish, and says what went wrong. */
export async function openWithRubbish(
  page: Page,
  { what, kept }: BrokenStorage,
  turn: number,
): Promise<string[]> {
  const troubles: string[] = []
  const note = (trouble: string) => void troubles.push(`${what}: ${trouble}`)
  const onError = (error: Error) => note(String(error))
  page.on('pageerror', onError)
  const path = pages[turn % pages.length] ?? '/'
  await page.goto('/robots.txt')
  await page.evaluate((things) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, value] of Object.entries(things)) {
      localStorage.setItem(key, value)
      sessionStorage.setItem(key, value)
    }
  }, kept)
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  if (await page.getByText('Something went wrong').count()) note(`${path} shows an error page`)
  page.off('pageerror', onError)
  return troubles
}
