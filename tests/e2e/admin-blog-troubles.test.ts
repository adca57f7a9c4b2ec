import { expect } from '@playwright/test'
import { bearer, newPost, ownName, smallPicture, visualEditor } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('what is typed survives a reload on this device, and never reaches the shop by itself', {
  tag: '@faults',
}, async ({ page, request, openOffice }) => {
  const token = await openOffice('/admin/blog')
  const post = await newPost(request, page, token, { title: ownName('Kept on the device') })
  await page.goto(`/admin/blog/edit/${post.id}`)
  await page.getByLabel('Title').fill('Half a title')
  await visualEditor(page).click()
  await page.keyboard.type('Half a thought. ')
  await expect(page.getByText(/^Draft saved \d\d:\d\d on this device$/)).toBeVisible()
  await page.reload()
  const question = page.getByRole('dialog', { name: 'Restore unsaved draft?' })
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half a title')
  await expect(visualEditor(page)).toContainText('Half a thought.')
  const stored = await (await request.get(`/api/blog-posts/${post.id}`)).json()
  expect(stored).toMatchObject({ title: post.title, content: '<p>Words.</p>' })

  await page.reload()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue(post.title)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(post.title)
  await expect(question).toBeHidden()
})

test('of two admins with one post open, the second reads who was faster; a changed title keeps the address', {
  tag: '@faults',
}, async ({ page, request, openOffice }) => {
  const token = await openOffice('/admin/blog')
  const title = ownName('Contested')
  const post = await newPost(request, page, token, { title })
  await page.goto(`/admin/blog/edit/${post.id}`)
  await page.getByLabel('Title').fill(`${title} mine`)
  const multipart = { title: `${title} theirs`, excerpt: 'x', content: '', image: post.image ?? '' }
  await request.put(`/api/blog-posts/${post.id}`, { headers: bearer(token), multipart })
  await page.getByRole('button', { name: 'Update Post' }).click()
  const panel = page.getByRole('alert').filter({ hasText: 'changed this post while you were editing' })
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(toasts(page)).toContainText('Blog post updated successfully!')
  const stored = await (await request.get(`/api/blog-posts/slug/${post.slug}`)).json()
  expect(stored.title).toBe(`${title} mine`)
})

test('a post with a table is not damaged by opening it in the visual editor', { tag: '@faults' }, async ({
  page,
  request,
  openOffice,
}) => {
  const token = await openOffice('/admin/blog')
  const content = '<table><tbody><tr><th scope="row">Day</th><td>Sunscreen</td></tr></tbody></table>'
  const post = await newPost(request, page, token, { title: ownName('Table'), content })
  await page.goto(`/admin/blog/edit/${post.id}`)
  await expect(page.getByText('This post has a table, which would be lost here.')).toBeVisible()
  await expect(page.locator('[contenteditable="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(toasts(page)).toContainText('Blog post updated successfully!')
  expect(await (await request.get(`/api/blog-posts/${post.id}`)).json()).toMatchObject({ content })
})

test('the editor says what it is doing, and who is signed out is told instead of losing the text', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/blog/new')
  const title = ownName('Held up')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Excerpt').fill('Soon.')
  await expect(page.getByLabel('Featured Image')).toHaveAttribute('accept', 'image/*')
  await page.getByLabel('Featured Image').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText('Only JPEG, PNG, WebP, AVIF or HEIC images are allowed')).toBeVisible()
  await page.getByLabel('Featured Image').setInputFiles(await smallPicture(page))
  const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? '')
  await page.evaluate(() => localStorage.removeItem('jwt_token'))
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toasts(page)).toContainText('You must be logged in to create/edit blog posts')
  await expect(page.getByLabel('Title')).toHaveValue(title)

  await page.evaluate((kept) => localStorage.setItem('jwt_token', kept), token)
  const refusal = { error: 'The blog is closed today.', code: 'busy' }
  await page.route('**/api/blog-posts', (route) => route.fulfill({ status: 503, json: refusal }))
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toasts(page)).toContainText('Failed to create post')
  await expect(toasts(page)).toContainText('The blog is closed today.')
  await page.unroute('**/api/blog-posts')
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/blog-posts', async (route) => {
    await sent.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  sent.resolve()
  await expect(toasts(page)).toContainText('Blog post created successfully!')
})

test('posts that cannot be loaded, found, saved or deleted say so, and nothing typed is lost', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn('admin')
  const post = await newPost(request, page, token, { title: ownName('Trouble') })
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/blog-posts?*', async (route) => {
    await asked.promise
    await route.fulfill({ status: 503, body: '' })
  })
  await page.goto('/admin/blog')
  await expect(page.getByText('Loading blog posts...')).toBeVisible()
  asked.resolve()
  await expect(page.getByText('Failed to load blog posts')).toBeVisible()
  await expect(page.getByText('Failed to fetch all blog posts')).toBeVisible()
  await expectAccessible({ again: true })
  await page.unroute('**/api/blog-posts?*')
  await page.route('**/api/blog-posts?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create your first blog post' })).toBeVisible()
  await expectAccessible({ again: true })
  await page.unroute('**/api/blog-posts?*')

  await page.goto('/admin/blog/edit/2147483')
  await expect(toasts(page)).toContainText('Blog post not found')
  await expect(page).toHaveURL('/admin/blog')

  await page.route(`**/api/blog-posts/${post.id}*`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/admin/blog/edit/${post.id}`)
  await expect(page.getByText('Failed to load blog post')).toBeVisible()
  await page.unroute(`**/api/blog-posts/${post.id}*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Title').fill('Not lost')
  const sent = Promise.withResolvers<void>()
  await page.route(`**/api/blog-posts/${post.id}*`, async (route) => {
    await sent.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
  sent.resolve()
  await expect(toasts(page)).toContainText('Failed to update post')
  await expect(toasts(page)).toContainText('An unknown error occurred')
  await expect(page.getByLabel('Title')).toHaveValue('Not lost')

  await page.goto('/admin/blog')
  const row = page.getByRole('row').filter({ hasText: post.title })
  await row.getByRole('button', { name: `Delete ${post.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('Failed to delete blog post')
  await expect(page.getByRole('dialog', { name: 'Delete Blog Post' })).toBeHidden()
})
