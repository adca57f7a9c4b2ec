import { expect, type Page } from '@playwright/test'
import { newPost, newProduct, ownWord } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

const attacks = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"></svg>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<p onclick="window.ran=1" onmouseover="window.ran=1">press</p>',
  '<a href="javascript:window.ran=1">press</a>',
  '<a href="java&#10;script:window.ran=1">press</a>',
  '<a href="data:text/html,<script>opener.ran=1</script>">press</a>',
  '<form action="javascript:window.ran=1"><button>press</button></form>',
  '<style>@import url(https://evil.example/a.css)</style>',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<object data="data:text/html,<script>parent.ran=1</script>"></object>',
  '<details open ontoggle="window.ran=1">x</details>',
  '<input autofocus onfocus="window.ran=1">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript>',
  '"><script>window.ran=1</script>',
  "'-window.ran=1-'",
  '</script><script>window.ran=1</script>',
  '{{constructor.constructor("window.ran=1")()}}',
  // Swallows everything behind it, so it comes last.
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.ran=1>',
]

test.use({ mayReportAttacks: /\/admin\/blog/ })

/** Everything that the page asks for outside the shop, and whether anything of an attack ran. */
function watch(page: Page) {
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) outside.push(request.url())
  })
  return async () => {
    for (const pressed of await page.getByText('press', { exact: true }).all()) {
      await pressed.dispatchEvent('mouseover')
      await pressed.dispatchEvent('click')
    }
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(outside).toEqual([])
    expect(new URL(page.url()).hostname).not.toContain('evil')
  }
}

test('nothing that is typed into a post runs: in the editor, its preview, the blog and the post itself', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const token = await signIn('admin')
  const nothingRan = watch(page)
  await page.goto('/admin/blog')
  const mark = ownWord()
  const fields = { title: `${mark} ${attacks[0]}${attacks[1]}`, excerpt: `${attacks[2]}${attacks[20]}` }
  const post = await newPost(request, page, token, fields)
  await page.goto(`/admin/blog/edit/${post.id}`)
  await page.getByRole('tab', { name: 'HTML' }).click()
  await page.getByRole('tabpanel', { name: 'HTML' }).getByRole('textbox').fill(attacks.join('\n'))
  await page.getByRole('tab', { name: 'Visual' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Visual' })).toContainText('press')
  await nothingRan()
  await page.getByRole('tab', { name: 'HTML' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const look = page.getByRole('dialog', { name: 'Preview' })
  await expect(look).toContainText('press')
  await nothingRan()
  await look.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(toasts(page)).toContainText('Blog post updated successfully!')
  await expect(page.getByRole('row').filter({ hasText: mark })).toContainText('<script>window.ran=1</script>')
  await nothingRan()

  const answer = await page.goto(`/blog/${post.slug}`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*;/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.ran=1</script>')
  await nothingRan()
  await page.goto('/blog')
  await nothingRan()
})

test('nothing that is typed into a product runs: in its form, the list, the shop and its page', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const token = await signIn('admin')
  const nothingRan = watch(page)
  await page.goto('/admin/products')
  const mark = ownWord()
  const all = attacks.join('\n')
  const product = await newProduct(request, page, token, {
    name: `${mark} ${attacks[1]}`,
    brands: attacks[19] ?? '',
    description: all,
    how_to_use: all,
    benefits: all,
    ingredients: attacks.join(', '),
    fda_number: '<b onclick=window.ran=1>press',
  })
  await page.goto(`/admin/products?q=${mark}&edit=${product.id}`)
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue(all)
  await nothingRan()
  for (const address of [`/product/${product.id}`, `/shop?q=${mark}`, '/']) {
    await page.goto(address)
    await nothingRan()
  }
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${mark} <img src=x onerror=`)
  await nothingRan()
})
