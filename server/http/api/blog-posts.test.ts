import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostResponse } from '#contract/content.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { addSamplePicture, writePost } from '#server/testing/sample-rows.ts'
import { openTestShop, type Person } from '#server/testing/test-shop.ts'

const { ask, context, signedInAs, close } = await openTestShop()
afterAll(close)

const ids = { old: 0, middle: 0, newest: 0, draft: 0 }

beforeAll(async () => {
  ids.newest = await writePost(context, { slug: 'newest', createdAt: new Date('2026-03-04T00:00:00Z') })
  ids.old = await writePost(context, { slug: 'old', createdAt: new Date('2026-01-01T00:00:00Z') })
  ids.middle = await writePost(context, { slug: 'middle', createdAt: new Date('2026-02-01T00:00:00Z') })
  ids.draft = await writePost(context, { slug: 'a-secret', title: 'Secret plans', isPublished: false })
})

async function slugs(query: string, token?: string): Promise<string[]> {
  const { body } = await ask<PostResponse[]>('GET', `/api/blog-posts${query}`, { token })
  return body.map(({ slug }) => slug)
}

async function tokenOf(person: Person | 'visitor'): Promise<string | undefined> {
  return person === 'visitor' ? undefined : (await signedInAs(person)).token
}

test('a post has the names and types of the specification on the wire', async () => {
  const picture = await addSamplePicture(context)
  const { viewer } = await signedInAs('admin')
  const id = await writePost(context, {
    slug: 'harmattan',
    title: 'Harmattan',
    excerpt: 'Dust is coming.',
    content: '<p>Use oil.</p>',
    pictureId: picture.id,
    authorId: viewer.id,
    createdAt: new Date('2025-12-01T00:00:00Z'),
  })
  const wire = {
    id,
    slug: 'harmattan',
    title: 'Harmattan',
    excerpt: 'Dust is coming.',
    image: `/media/pictures/${picture.id}/200.webp`,
    content: '<p>Use oil.</p>',
    author_id: viewer.id,
    published: true,
    created_at: '2025-12-01T00:00:00.000Z',
  }
  expect((await ask('GET', `/api/blog-posts/${id}`)).body).toEqual(wire)
  expect((await ask('GET', '/api/blog-posts/slug/harmattan')).body).toEqual(wire)
  expect((await ask<PostResponse[]>('GET', '/api/blog-posts')).body.at(-1)).toEqual(wire)
})

test('a post without picture and author says so', async () => {
  const { body } = await ask('GET', `/api/blog-posts/${ids.old}`)
  expect(body).toMatchObject({ image: null, author_id: null })
})

test('the list is newest first, and its limit takes the latest', async () => {
  expect((await slugs('')).slice(0, 3)).toEqual(['newest', 'middle', 'old'])
  expect(await slugs('?limit=2')).toEqual(['newest', 'middle'])
})

test('a page says how many posts there are and where its neighbours lie', async () => {
  const { headers } = await ask('GET', '/api/blog-posts?limit=1&page=2')
  const total = Number(headers['x-total-count'])
  expect(total).toBe((await slugs('')).length)
  expect(headers.link).toBe(
    [
      '</api/blog-posts?limit=1&page=1>; rel="first"',
      '</api/blog-posts?limit=1&page=1>; rel="prev"',
      '</api/blog-posts?limit=1&page=3>; rel="next"',
      `</api/blog-posts?limit=1&page=${total}>; rel="last"`,
    ].join(', '),
  )
})

test.each(['limit=0', 'limit=101', 'limit=five', 'page=0', 'admin=yes', 'all=2', 'draft=1'])(
  '%s is refused by its name',
  async (query) => {
    const { status, body } = await ask<RefusalResponse>('GET', `/api/blog-posts?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toEqual([query.split('=', 1)[0]])
  },
)

test.each(['visitor', 'customer', 'driver'] as const)('a draft does not exist for a %s', async (person) => {
  const token = await tokenOf(person)
  expect(await slugs('?limit=100', token)).not.toContain('a-secret')
  for (const address of [`/api/blog-posts/${ids.draft}`, '/api/blog-posts/slug/a-secret']) {
    const answer = await ask('GET', address, { token })
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 'Blog post not found', code: 'post_not_found' },
    })
  }
  for (const query of ['?admin=1', '?all=1', '?admin=1&all=1', '?admin=0&all=1']) {
    const { status, body } = await ask('GET', `/api/blog-posts${query}`, { token })
    expect(status).toBe(person === 'visitor' ? 401 : 403)
    expect(JSON.stringify(body)).not.toContain('ecret')
  }
})

test('an admin reads drafts, and lists them when asked to', async () => {
  const token = await tokenOf('admin')
  for (const address of [`/api/blog-posts/${ids.draft}`, '/api/blog-posts/slug/a-secret']) {
    expect(await ask('GET', address, { token })).toMatchObject({ status: 200, body: { published: false } })
  }
  expect(await slugs('?admin=1', token)).toContain('a-secret')
  expect(await slugs('?admin=1&all=1', token)).toContain('a-secret')
  expect(await slugs('', token)).not.toContain('a-secret')
})

test('an unknown post is not found, whatever its name looks like', async () => {
  const unknown = await ask('GET', '/api/blog-posts/slug/never-written')
  expect(unknown).toMatchObject({ status: 404, body: { code: 'post_not_found' } })
  const strange = ['2147483647', 'one', '0', 'slug/%00', `slug/${'x'.repeat(320)}`, 'slug/%F0%9F%98%80']
  for (const name of strange) {
    const { status } = await ask('GET', `/api/blog-posts/${name}`)
    expect(`${name}: ${status}`).toBe(`${name}: 404`)
  }
})
