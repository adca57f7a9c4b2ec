import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer } from './office.ts'
import { visit } from './watched-page.ts'

/** Short enough for a name, and each of another kind. */
const texts = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>press',
  "';alert(1)//<!--<script>",
  'javascript:alert(1)',
]

type Stage = { page: Page; request: APIRequestContext; token: string }

/** What people write about themselves and to each other, and what the owner says of the shop: texts, never HTML. */
export async function renderPrivatePlaces({ page, request, token }: Stage): Promise<void> {
  const headers = bearer(token)
  const { orders } = await (await request.get('/api/orders?limit=1', { headers })).json()
  const [{ id }] = orders
  for (const text of texts) {
    const send = async (method: 'post' | 'put', path: string, body: object) => {
      const answer = await request[method](`/api/${path}`, { headers, ...body })
      expect([path, text, answer.ok()]).toEqual([path, text, true])
    }
    const profile = { full_name: text, display_name: text, shipping_address: text, city: text }
    await send('put', 'profile', { multipart: profile })
    await showing(page, '/account', text)
    const letter = { name: text, email: 'ama@example.com', subject: 'Other', message: text }
    await send('post', 'contact', { data: letter })
    await showing(page, '/admin/messages', text)
    await send('put', `orders/${id}/note`, { data: { note: text } })
    await send('put', `orders/${id}/delivery-note`, { data: { note: text } })
    await showing(page, `/admin/orders?order=${id}`, text)
    const { settings, version } = await (await request.get('/api/settings', { headers })).json()
    const changed = {
      shop_name: text,
      contact: { ...settings.contact, address: text, hours: text },
      sale_banner: { ...settings.sale_banner, is_on: true, title: text, ends_at: '2099-01-01T00:00:00Z' },
    }
    await send('put', 'settings', { data: { version, settings: changed } })
    await showing(page, '/contact', text)
    for (const path of ['/', '/shop', '/admin/settings']) await visit(page, path)
  }
}

/** The page with the text on it, or in one of its fields. */
async function showing(page: Page, path: string, text: string): Promise<void> {
  await visit(page, path)
  const isShown = () =>
    page.evaluate((wanted) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      return document.body.innerText.includes(wanted) || fields.some(({ value }) => value.includes(wanted))
    }, text)
  await expect.poll(isShown, { message: `${path} shows ${text}` }).toBe(true)
}
