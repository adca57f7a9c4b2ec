import { expect } from '@playwright/test'
import type { PostResponse } from '#contract/content.ts'
import { bearer, newPost, ownName, sizes, smallPicture, visualEditor } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('a post is written and formatted on a phone, published, read and deleted on a laptop', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize(sizes.phone)
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
  await expectAccessible()

  await expect(page.getByLabel('Excerpt')).toHaveAttribute('rows', '3')
  await expect(page.getByRole('tab')).toHaveText(['Visual', 'HTML'])
  const editor = await visualEditor(page).boundingBox()
  expect(editor?.height).toBeGreaterThanOrEqual(300)
  expect(editor?.height).toBeLessThanOrEqual(500)
  const title = ownName('Dry season & Ɛyɛ')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Excerpt').fill('What to do when the dust comes.')
  await expect(page.getByText('31 of 160 characters')).toBeVisible()
  await expect(page.getByText('Excerpt is required')).toHaveCount(0)
  await page.getByLabel('Featured Image').setInputFiles(await smallPicture(page, '#663311', 200, 200))
  const preview = page.getByRole('img', { name: 'What readers see above the post' })
  await expect(preview).toBeVisible()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeHidden()
  const frame = await preview.boundingBox()
  expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expect(page.getByText('Change Image')).toBeVisible()

  await visualEditor(page).click()
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
  for (const name of [
    /^Bold/,
    /^Italic/,
    /^Underline/,
    'Align left',
    'Align center',
    'Align right',
    /^Bulleted/,
    /^Numbered/,
  ])
    await expect(toolbar.getByRole('button', { name })).toBeVisible()
  await toolbar.getByRole('button', { name: 'Align center' }).click()
  await expect(toolbar.getByRole('button', { name: 'Align center' })).toHaveAttribute('aria-pressed', 'true')
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
  await expectAccessible({ again: true })
  await picture
    .getByLabel('Image', { exact: true })
    .setInputFiles(await smallPicture(page, '#abcdef', 300, 200))
  await picture.getByRole('button', { name: 'Insert' }).click()
  await expect(visualEditor(page).getByRole('img', { name: 'Blog image' })).toBeVisible()

  await page.getByRole('tab', { name: 'HTML' }).click()
  const html = page.getByRole('tabpanel', { name: 'HTML' }).getByRole('textbox')
  await expect(html).toHaveValue(/<strong>Bold<\/strong> and <em>slanted<\/em>/)
  await expect(html).toHaveValue(/<p style="text-align: center;?"><u>lined<\/u><\/p>/)
  await expect(html).toHaveValue(/<ul><li>.*oil.*href="\/shop".*<\/ul>/s)
  await expect(html).toHaveValue(/<img src="\/media\/pictures\/[\w-]+\/300\.webp" alt="Blog image">/)
  const box = await html.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(300)
  expect(box?.height).toBeLessThanOrEqual(500)
  const written = await html.inputValue()
  await html.fill(`${written}${'<p>And on.</p>'.repeat(60)}`)
  await page.getByRole('tab', { name: 'Visual' }).click()
  const scrolled = visualEditor(page).locator('..')
  await expect(scrolled).toContainText('And on.')
  expect((await scrolled.boundingBox())?.height).toBe(500)
  await page.getByRole('tab', { name: 'HTML' }).click()
  await html.fill(written)

  await page.setViewportSize(sizes.laptop)
  await page.getByRole('button', { name: 'Preview' }).click()
  const look = page.getByRole('dialog', { name: 'Preview' })
  await expect(look.getByRole('heading', { name: title })).toBeVisible()
  await expect(look.getByText('slanted')).toBeVisible()
  await look.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toasts(page)).toContainText('Blog post created successfully!')
  await expect(page).toHaveURL('/admin/blog')

  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Published')
  const posts: PostResponse[] = await (await request.get('/api/blog-posts?limit=100')).json()
  const post = posts.find((each) => each.title === title)
  await page.goto(`/blog/${post?.slug}`)
  await expect(page.getByRole('main').getByRole('strong').first()).toHaveText('Bold')
  await page.goto('/blog')
  await expect(page.getByRole('main')).toContainText('What to do when the dust comes.')
  await page.goto('/admin/blog')
  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Blog Post' })).toBeVisible()
  await page.getByLabel('Excerpt').fill('What to do in the dust.')
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(toasts(page)).toContainText('Blog post updated successfully!')
  await expect(page).toHaveURL('/admin/blog')
  await row.getByRole('button', { name: `Delete ${title}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete Blog Post' })
  await expect(question).toContainText(title)
  await expect(question).toContainText('This action cannot be undone.')
  await expectAccessible({ again: true })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Delete ${title}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page)).toContainText('Blog post deleted successfully')
  await expect(row).toHaveCount(0)
  const gone = await request.get(`/api/blog-posts/${post?.id}`, { headers: bearer(token) })
  expect(gone.status()).toBe(404)
})

test('a draft is marked, and only a published post leads to its page', async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  await page.goto('/admin/blog')
  const draft = await newPost(request, page, token, { title: ownName('Unfinished'), published: 'false' })
  const post = await newPost(request, page, token, { title: ownName('Finished') })
  await page.reload()
  const rowOf = ({ title }: PostResponse) => page.getByRole('row').filter({ hasText: title })
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

test('the toolbar is one stop for the Tab key, and the arrows walk through it', { tag: '@faults' }, async ({
  page,
  openOffice,
}) => {
  await openOffice('/admin/blog/new')
  const tool = (label: string) => page.getByRole('toolbar').getByRole('button', { name: label })
  await tool('Bold').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Italic')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool('Image')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(visualEditor(page)).toBeFocused()
  // Its frame is around the whole field, toolbar included.
  await expect(visualEditor(page)).toHaveCSS('box-shadow', 'none')
})

test('the blog of the back office is in order for everybody', { tag: '@faults' }, async ({
  page,
  signIn,
  expectUsable,
}) => {
  await signIn('admin')
  await page.goto('/admin/blog/new')
  await expect(visualEditor(page)).toBeVisible()
  await expectUsable({ inBothColours: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width)
  await page.goto('/admin/blog')
  await expect(page.getByRole('table')).toBeVisible()
  await expectUsable({ inBothColours: true })
})
