import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PostResponse, UploadResponse } from '#contract/content.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, context, signedInAs, close } = await openTestShop()
afterAll(close)

const { token, viewer } = await signedInAs('admin')

type Fields = Record<string, string | Uint8Array | undefined>
type Conflict = { changed_by: string | null; changed_at: string }

const ordinary = {
  title: 'Harmattan',
  excerpt: 'Dust is coming.',
  content: '<p>Use oil.</p>',
  published: 'true',
}

async function send(method: 'POST' | 'PUT', url: string, fields: Fields) {
  const given = Object.entries({ ...ordinary, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return ask<PostResponse & RefusalResponse & Conflict>(method, url, { token, ...(await uploadForm(given)) })
}

async function write(fields: Fields = {}) {
  return send('POST', '/api/blog-posts', { image: await photo('#936', 80), ...fields })
}

async function change(post: PostResponse, fields: Fields = {}) {
  return send('PUT', `/api/blog-posts/${post.id}`, { image: post.image ?? undefined, ...fields })
}

async function changesOf({ id }: { id: number }) {
  return context.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, 'post'), eq(auditEntries.thingId, String(id))))
    .orderBy(auditEntries.id)
}

test('a post is written from the editor, by whoever is signed in, and is there for everybody', async () => {
  const { status, body } = await write({ title: 'Cold Season', author_id: 'somebody else' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    slug: 'cold-season',
    title: 'Cold Season',
    excerpt: 'Dust is coming.',
    content: '<p>Use oil.</p>',
    author_id: viewer.id,
    published: true,
    image: expect.stringMatching(/^\/media\/pictures\/[\w-]+\/80\.webp$/),
  })
  const { updated_at: _, ...seenByAll } = body
  expect((await ask('GET', '/api/blog-posts/slug/cold-season')).body).toEqual(seenByAll)
  expect(await changesOf(body)).toMatchObject([
    { actorId: viewer.id, action: 'wrote the post', after: { title: 'Cold Season', published: true } },
  ])
})

test('what is missing is named in the words of the specification, in both ways of the editor', async () => {
  const mistakes = {
    title: 'Title is required',
    excerpt: 'Excerpt is required',
  }
  const empty = { title: ' ', excerpt: undefined }
  expect(await write(empty)).toMatchObject({ status: 400, body: { fields: mistakes } })
  const noImage = { status: 400, body: { fields: { image: 'Please upload a featured image' } } }
  expect(await write({ image: undefined })).toMatchObject(noImage)
  const { body: post } = await write()
  expect(await change(post, empty)).toMatchObject({ status: 400, body: { fields: mistakes } })
  expect(await change(post, { image: undefined })).toMatchObject(noImage)
})

test.each([
  [{ published: 'perhaps' }, 'published'],
  [{ image: 'https://elsewhere.example/a.png' }, 'image'],
  [{ image: '/media/pictures/unknown/80.webp' }, 'image'],
  [{ slug: 'my-own' }, 'slug'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ excerpt: 'x'.repeat(501) }, 'excerpt'],
])('%j is refused by its name', async (fields, name) => {
  const { status, body } = await write(fields)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([name])
})

test('a draft is for admins until it is published', async () => {
  const { body: draft } = await write({ title: 'Secret plans', published: 'false' })
  expect(draft.published).toBe(false)
  expect((await ask('GET', `/api/blog-posts/${draft.id}`)).status).toBe(404)
  expect((await ask('GET', '/api/blog-posts/slug/secret-plans')).status).toBe(404)
  expect((await change(draft, { title: 'Secret plans', published: 'true' })).status).toBe(200)
  expect((await ask('GET', '/api/blog-posts/slug/secret-plans')).status).toBe(200)
  expect((await changesOf(draft)).map(({ action }) => action)).toEqual([
    'wrote the post',
    'published the post',
  ])
})

test('no two posts have the same address, also when they are written at once', async () => {
  const posts = await Promise.all([
    write({ title: 'Twins' }),
    write({ title: 'Twins!' }),
    write({ title: 'twins' }),
  ])
  expect(posts.map(({ body }) => body.slug).sort()).toEqual(['twins', 'twins-2', 'twins-3'])
  expect((await write({ title: '???' })).body.slug).toBe('post')
})

test('a published post keeps its address when its title changes, also while it is a draft again', async () => {
  const { body: post } = await write({ title: 'First title' })
  expect((await change(post, { title: 'Second title' })).body.slug).toBe('first-title')
  await change(post, { title: 'Third title', published: 'false' })
  expect((await change(post, { title: 'Fourth title', published: 'false' })).body.slug).toBe('first-title')
})

test('a draft that nobody could read yet takes the address of its new title', async () => {
  const { body: draft } = await write({ title: 'Untitled', published: 'false' })
  expect((await change(draft, { title: 'Shea & Cocoa', published: 'true' })).body.slug).toBe('shea-and-cocoa')
})

test('a post is cleaned before it is stored', async () => {
  const content = '<p onclick="alert(1)">Hello<script>alert(1)</script></p><img src="x" onerror="alert(1)">'
  const { body } = await write({ content })
  expect(body.content).toBe('<p>Hello</p>')
  expect((await change(body, { content: '<a href="javascript:alert(1)">x</a>' })).body.content).toBe(
    '<a rel="noopener">x</a>',
  )
})

test('a picture for the text gets an address, and its size once it stands in a post', async () => {
  const upload = await ask<UploadResponse>('POST', '/api/uploads', {
    token,
    ...(await uploadForm([['image', await photo('#639', 120)]])),
  })
  expect(upload.status).toBe(201)
  expect((await ask('GET', upload.body.url)).status).toBe(200)
  const { body } = await write({ content: `<p>Look:</p><img src="${upload.body.url}" alt="A calabash">` })
  expect(body.content).toBe(
    `<p>Look:</p><img src="${upload.body.url}" alt="A calabash" width="120" height="120" loading="lazy" />`,
  )
})

test('an upload must be one picture', async () => {
  const upload = async (fields: Parameters<typeof uploadForm>[0]) =>
    ask<RefusalResponse>('POST', '/api/uploads', { token, ...(await uploadForm(fields)) })
  expect(await upload([])).toMatchObject({
    status: 400,
    body: { fields: { image: 'Please choose an image' } },
  })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect(await upload([['image', svg]])).toMatchObject({ status: 415, body: { code: 'image_not_supported' } })
  expect((await upload([['other', await photo()]])).status).toBe(400)
})

test('the featured image is a new file, or stays', async () => {
  const { body: post } = await write()
  expect((await change(post, { title: 'Same picture' })).body.image).toBe(post.image)
  const changed = await change(post, { image: await photo('#111', 99) })
  expect(changed.body.image).toMatch(/\/99\.webp$/)
})

test('of two admins with the same post open, the second is told who was faster, and nothing is overwritten', async () => {
  const { body: seen } = await write({ title: 'Seen by two' })
  const first = await change(seen, { title: 'First', expected: seen.updated_at })
  expect(first.status).toBe(200)
  const files = await context.files.list('pictures/')
  const second = await change(seen, { title: 'Second', expected: seen.updated_at, image: await photo() })
  expect([second.status, second.body.code, second.body.changed_by]).toEqual([409, 'conflict', 'admin'])
  expect(second.body.changed_at).toBe(first.body.updated_at)
  expect((await ask<PostResponse>('GET', `/api/blog-posts/${seen.id}`)).body.title).toBe('First')
  expect(await context.files.list('pictures/')).toEqual(files)
  expect((await change(seen, { title: 'Second', expected: first.body.updated_at })).status).toBe(200)
})

test('a deleted post is gone, and the list of changes remembers it', async () => {
  const { body } = await write({ title: 'Short life' })
  expect(await ask('DELETE', `/api/blog-posts/${body.id}`, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await ask('GET', '/api/blog-posts/slug/short-life')).status).toBe(404)
  expect(await ask('DELETE', `/api/blog-posts/${body.id}`, { token })).toMatchObject({
    status: 404,
    body: { error: 'Blog post not found' },
  })
  expect((await change(body)).status).toBe(404)
  expect((await changesOf(body)).at(-1)).toMatchObject({
    action: 'deleted the post',
    before: { title: 'Short life' },
  })
})

test('a preview is what would be stored, and stores nothing', async () => {
  const body = { content: '<p onclick="alert(1)">Soon</p><script>alert(1)</script>' }
  expect(await ask('POST', '/api/blog-posts/preview', { token, body })).toMatchObject({
    status: 200,
    body: { content: '<p>Soon</p>' },
  })
})
