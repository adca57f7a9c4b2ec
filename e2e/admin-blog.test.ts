import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { PostAnswer } from '../contract/blog.ts'
import { bearer, newPost, smallPicture } from './setup/office.ts'
import { toasts } from './setup/toast.ts'
import { test } from './setup/visit.ts'

const sizes = { laptop: { width: 1280, height: 800 }, phone: { width: 360, height: 800 } }

function ownTitle(words: string): string {
  return `${words} ${randomUUID().slice(0, 8)}`
}

function visual(page: Page) {
  return page.getByRole('textbox', { name: 'Content' }).first()
}

for (const [name, viewport] of Object.entries(sizes)) {
  test(`on a ${name}, a post is written, formatted, published, read and deleted`, async ({
    page,
    request,
    signIn,
    expectAccessible,
  }) => {
    await page.setViewportSize(viewport)
    const token = await signIn('admin')
    await page.goto('/admin/blog')
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Blog Posts' })).toBeVisible()
    await page.getByRole('link', { name: 'New Post' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create Blog Post' })).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Publish post' })).toBeChecked()
    await page.getByRole('button', { name: 'Create Post' }).click()
    await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveText([
      'Title is required',
      'Excerpt is required',
      'Please upload a featured image',
    ])
    if (name === 'phone') await expectAccessible()

    const title = ownTitle('Dry season & Ɛyɛ')
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Excerpt').fill('What to do when the dust comes.')
    await expect(page.getByText('31 of 160 characters')).toBeVisible()
    await expect(page.getByText('Excerpt is required')).toHaveCount(0)
    await page.getByLabel('Featured Image').setInputFiles(await smallPicture(page, '#663311', 960, 540))
    const preview = page.getByRole('img', { name: 'What readers see above the post' })
    await expect(preview).toBeVisible()
    await expect(page.getByRole('group', { name: 'There is a problem' })).toBeHidden()
    const frame = await preview.boundingBox()
    expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    await expect(page.getByText('Change Image')).toBeVisible()

    await visual(page).click()
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' and ')
    await page.keyboard.press('Control+i')
    await page.keyboard.type('slanted')
    await page.keyboard.press('Control+i')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+u')
    await page.keyboard.type('lined')
    await page.keyboard.press('Control+u')
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
    await toolbar.getByRole('button', { name: 'Align center' }).click()
    await expect(toolbar.getByRole('button', { name: 'Align center' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('Enter')
    await toolbar.getByRole('button', { name: 'Bulleted list' }).click()
    await page.keyboard.type('oil')
    await page.keyboard.press('Control+k')
    const link = page.getByRole('dialog', { name: 'Link' })
    await expect(link.getByLabel('Link address')).toHaveValue('https://')
    await link.getByLabel('Link address').fill('javascript:alert(1)')
    await link.getByRole('button', { name: 'Add link' }).click()
    await expect(link).toContainText('Please enter an address such as https://example.com or /shop')
    await link.getByLabel('Link address').fill('/shop')
    await page.keyboard.press('Enter')
    await expect(link).toBeHidden()

    await toolbar.getByRole('button', { name: 'Image' }).click()
    const picture = page.getByRole('dialog', { name: 'Insert an image' })
    await expect(picture.getByLabel('What the image shows')).toHaveValue('Blog image')
    if (name === 'phone') await expectAccessible()
    await picture
      .getByLabel('Image', { exact: true })
      .setInputFiles(await smallPicture(page, '#abcdef', 300, 200))
    await picture.getByRole('button', { name: 'Insert' }).click()
    await expect(visual(page).getByRole('img', { name: 'Blog image' })).toBeVisible()

    await page.getByRole('tab', { name: 'HTML' }).click()
    const html = page.getByRole('tabpanel', { name: 'HTML' }).getByRole('textbox')
    await expect(html).toHaveValue(/<strong>Bold<\/strong> and <em>slanted<\/em>/)
    await expect(html).toHaveValue(/<p style="text-align: center;?"><u>lined<\/u><\/p>/)
    await expect(html).toHaveValue(/<ul><li>.*oil.*href="\/shop".*<\/ul>/s)
    await expect(html).toHaveValue(/<img src="\/media\/pictures\/[\w-]+\/300\.webp" alt="Blog image">/)
    const box = await html.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(300)
    expect(box?.height).toBeLessThanOrEqual(500)

    await page.getByRole('button', { name: 'Preview' }).click()
    const look = page.getByRole('dialog', { name: 'Preview' })
    await expect(look.getByRole('heading', { name: title })).toBeVisible()
    await expect(look.getByText('slanted')).toBeVisible()
    await look.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Create Post' }).click()
    await expect(toasts(page)).toContainText('Blog post created successfully!')
    await expect(page).toHaveURL('/admin/blog')

    const row = page.getByRole('row').filter({ hasText: title })
    await expect(row).toContainText('Published')
    const posts: PostAnswer[] = await (await request.get('/api/blog-posts?limit=100')).json()
    const post = posts.find((each) => each.title === title)
    await page.goto(`/blog/${post?.slug}`)
    await expect(page.getByRole('main').getByRole('strong').first()).toHaveText('Bold')
    await page.goto('/admin/blog')
    await row.getByRole('button', { name: `Delete ${title}` }).click()
    const question = page.getByRole('dialog', { name: 'Delete Blog Post' })
    await expect(question).toContainText(title)
    await expect(question).toContainText('This action cannot be undone.')
    if (name === 'laptop') await expectAccessible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toasts(page)).toContainText('Blog post deleted successfully')
    await expect(row).toHaveCount(0)
    const gone = await request.get(`/api/blog-posts/${post?.id}`, { headers: bearer(token) })
    expect(gone.status()).toBe(404)
  })
}

test('what is typed survives a reload on this device, and never reaches the shop by itself', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(sizes.laptop)
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const post = await newPost(request, page, token, { title: ownTitle('Kept on the device') })
  await page.goto(`/admin/blog/edit/${post.id}`)
  await page.getByLabel('Title').fill('Half a title')
  await visual(page).click()
  await page.keyboard.type('Half a thought. ')
  await expect(page.getByText(/^Draft saved \d\d:\d\d on this device$/)).toBeVisible()
  await page.reload()
  const question = page.getByRole('dialog', { name: 'Restore unsaved draft?' })
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half a title')
  await expect(visual(page)).toContainText('Half a thought.')
  const stored = await (await request.get(`/api/blog-posts/${post.id}`)).json()
  expect(stored).toMatchObject({ title: post.title, content: '<p>Words.</p>' })

  await page.reload()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(post.title)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(post.title)
  await expect(question).toBeHidden()
})

test('of two admins with one post open, the second reads who was faster; a changed title keeps the address', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(sizes.laptop)
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const title = ownTitle('Contested')
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

test('a post with a table is not damaged by opening it in the visual editor', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(sizes.laptop)
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const content = '<table><tbody><tr><th scope="row">Day</th><td>Sunscreen</td></tr></tbody></table>'
  const post = await newPost(request, page, token, { title: ownTitle('Table'), content })
  await page.goto(`/admin/blog/edit/${post.id}`)
  await expect(page.getByText('This post has a table, which would be lost here.')).toBeVisible()
  await expect(page.locator('[contenteditable="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(toasts(page)).toContainText('Blog post updated successfully!')
  expect(await (await request.get(`/api/blog-posts/${post.id}`)).json()).toMatchObject({ content })
})

test('a draft is marked, and only a published post leads to its page', async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const draft = await newPost(request, page, token, { title: ownTitle('Unfinished'), published: 'false' })
  const post = await newPost(request, page, token, { title: ownTitle('Finished') })
  await page.reload()
  const rowOf = ({ title }: PostAnswer) => page.getByRole('row').filter({ hasText: title })
  await expect(rowOf(draft)).toContainText('Draft')
  await expect(rowOf(draft).getByRole('link', { name: /^View/ })).toHaveCount(0)
  await expect(rowOf(post)).toContainText('Published')
  const view = rowOf(post).getByRole('link', { name: /^View/ })
  await expect(view).toHaveAttribute('href', `/blog/${post.slug}`)
  await expect(view).toHaveAttribute('target', '_blank')
  await rowOf(draft).getByRole('link', { name: /^Edit/ }).click()
  await expect(page).toHaveURL(`/admin/blog/edit/${draft.id}`)
  await expect(page.getByRole('switch', { name: 'Publish post' })).not.toBeChecked()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/admin/blog')
})

test('the editor says what it is doing, and who is signed out is told instead of losing the text', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/blog/new')
  const title = ownTitle('Held up')
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

test('the toolbar is one stop for the Tab key, and the arrows walk through it', async ({ page, signIn }) => {
  await page.setViewportSize(sizes.laptop)
  await signIn('admin')
  await page.goto('/admin/blog/new')
  const tool = (label: string) => page.getByRole('toolbar').getByRole('button', { name: label })
  await tool('Bold').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Italic')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool('Image')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(visual(page)).toBeFocused()
})

test('posts that cannot be loaded, found, saved or deleted say so, and nothing typed is lost', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const post = await newPost(request, page, token, { title: ownTitle('Trouble') })
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
  await expectAccessible()
  await page.unroute('**/api/blog-posts?*')
  await page.route('**/api/blog-posts?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create your first blog post' })).toBeVisible()
  await expectAccessible()
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

for (const [name, viewport] of Object.entries(sizes)) {
  test(`on a ${name}, the blog of the back office is in order for everybody`, async ({
    page,
    signIn,
    expectUsableInBothColours,
  }) => {
    await page.setViewportSize(viewport)
    await signIn('admin')
    await page.goto('/admin/blog/new')
    await expect(visual(page)).toBeVisible()
    await expectUsableInBothColours()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    await page.goto('/admin/blog')
    await expect(page.getByRole('table')).toBeVisible()
    await expectUsableInBothColours()
  })
}
