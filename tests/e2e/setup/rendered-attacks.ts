import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer, newPost, newProduct } from './office.ts'

type Stage = {
  page: Page
  request: APIRequestContext
  token: string
  attacks: readonly string[]
  /** So many attacks share one post; alone, none can hide behind another. */
  inOnePost: number
  /** So many of them are also typed into the search and the tracking form. */
  searches: number
  /** The shop is nobody else's: its settings and the admin's own name may be attacks too. */
  isAlone: boolean
}

/** Stores the attacks through the shop's own forms and looks at every page that shows them. */
export async function renderAttacks(stage: Stage): Promise<string[]> {
  const { page, attacks } = stage
  const { deeds } = await watchForScripts(page)
  await page.goto('/admin')
  await renderPosts(stage)
  await renderProduct(stage)
  await renderSpreadsheet(stage)
  await renderOrder(stage)
  if (stage.isAlone) await renderPrivatePlaces(stage)
  for (const attack of attacks.slice(0, stage.searches)) {
    await visit(page, `/shop?q=${encodeURIComponent(attack)}`)
    await visit(page, `/track-order?code=${encodeURIComponent(attack)}`)
  }
  return deeds
}

async function renderPosts({ page, request, token, attacks, inOnePost }: Stage): Promise<void> {
  const slugs: string[] = []
  for (let first = 0; first < attacks.length; first += inOnePost) {
    const some = attacks.slice(first, first + inOnePost)
    const post = await newPost(request, page, token, {
      title: `${randomUUID().slice(0, 8)} ${some[0]}`.slice(0, 100),
      excerpt: some.join(' ').slice(0, 250),
      content: some.map((attack) => `<p>${attack}</p>`).join('\n'),
    })
    slugs.push(post.slug)
    await visit(page, `/blog/${post.slug}`)
  }
  await visit(page, '/blog')
  for (const slug of slugs.slice(-3)) await followLink(page, `/blog/${slug}`)
}

/** By the router, as most readers come to a post: without a new page, and with the heading read out. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.goto('/blog')
  const { timeOrigin } = await page.evaluate(() => ({ timeOrigin: performance.timeOrigin }))
  await page.locator(`main a[href="${address}"]`).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('article').first().getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(timeOrigin)
}

async function renderProduct({ page, request, token, attacks }: Stage): Promise<void> {
  const all = attacks.join('\n')
  const product = await newProduct(request, page, token, {
    name: `</script><script>alert(1)</script> ${randomUUID().slice(0, 8)}`,
    brands: '<!--<script>',
    description: all.slice(0, 4_900),
    how_to_use: all.slice(4_900, 9_800),
    benefits: all.slice(9_800, 14_700),
    ingredients: attacks.slice(0, 30).join(','),
  })
  await visit(page, `/product/${product.id}`)
  await visit(page, `/shop?q=${encodeURIComponent(product.name.slice(-8))}`)
  await visit(page, `/admin/products?q=${encodeURIComponent(product.name.slice(-8))}`)
  const quote = {
    quote: attacks.slice(0, 12).join(' ').slice(0, 590),
    location: '<img src=x onerror=alert(1)>',
  }
  await request.post('/api/testimonials', { headers: bearer(token), data: quote })
  await visit(page, '/')
}

/** The list of what is wrong in a file shows the cells as they are, and the names of columns that nobody knows. */
async function renderSpreadsheet({ page, attacks }: Stage): Promise<void> {
  const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
  const some = attacks.slice(0, 199)
  const asCells = line(['name', 'price']) + some.map((attack) => line([attack, attack])).join('')
  for (const csv of [asCells, line(some) + line(some)]) {
    await visit(page, '/admin/products/import')
    const file = { name: '<img src=x onerror=alert(1)>.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await expect(page.getByText('Nothing was imported')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('alert(1)')
  }
}

async function renderOrder({ page, request, attacks }: Stage): Promise<void> {
  const text = (first: number) =>
    attacks
      .slice(first, first + 8)
      .join(' ')
      .slice(0, 75)
  const products = await (await request.get('/api/products')).json()
  const inStock = products.find(({ stock_quantity }: { stock_quantity: number }) => stock_quantity > 3)
  const answer = await request.post('/api/orders', {
    data: {
      customer_name: text(0),
      customer_phone: '024 123 4567',
      address: text(20),
      city: text(40),
      state: 'Ashanti',
      items: [{ product_id: inStock.id, quantity: 1 }],
    },
  })
  expect(answer.status()).toBe(201)
  const { tracking_code } = await answer.json()
  await visit(page, `/track-order?code=${tracking_code}`)
  await visit(page, `/admin/orders?q=${tracking_code}`)
  await expect(page.getByText(tracking_code).first()).toBeVisible()
}

/** What a page did that only a script of a stranger would make it do. */
async function watchForScripts(page: Page): Promise<{ deeds: string[] }> {
  const deeds: string[] = []
  page.on('dialog', async (dialog) => {
    deeds.push(`${page.url()} opened a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    // The words of an attack may stand in an address of our own, where they are searched for.
    if (new URL(request.url()).hostname.endsWith('evil.example'))
      deeds.push(`${page.url()} asked for ${request.url()}`)
  })
  await page.exposeFunction('tellOfBrokenRule', (rule: string) => void deeds.push(rule))
  page.on('pageerror', (error) => deeds.push(`${page.url()} failed: ${error}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { tellOfBrokenRule } = window as unknown as { tellOfBrokenRule(rule: string): void }
      tellOfBrokenRule(`${location.href} broke ${violatedDirective}: ${blockedURI} ${sample}`)
    }),
  )
  return { deeds }
}

/** Opens a page under the real policy and touches whatever on it says that it wants to be pressed. */
async function visit(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  await expect(page.getByRole('main')).not.toBeEmpty()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (element.textContent !== 'press') continue
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      const link = element.closest('a')
      // A link to somewhere else is allowed; following it is not what is looked at here.
      if (link === null || !link.protocol.startsWith('http')) element.click()
    }
  })
}

/** Short enough for a name, and each of another kind. */
const texts = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>press',
  "';alert(1)//<!--<script>",
  'javascript:alert(1)',
]

/** What people write about themselves and to each other, and what the owner says of the shop: texts, never HTML. */
async function renderPrivatePlaces({ page, request, token }: Stage): Promise<void> {
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
