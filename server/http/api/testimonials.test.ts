import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { AdminTestimonialResponse, TestimonialResponse } from '#contract/reviews.ts'
import { testimonials } from '#server/features/testimonials/tables.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, shop, context, clock, close } = await openTestShop()
afterAll(close)

let people = 0

/** Somebody who has written nothing yet. */
async function newCustomer(displayName?: string): Promise<{ token: string; email: string }> {
  const email = `customer.${++people}@example.com`
  await shop.accounts.createAccount({ email, password: 'kente cloth', displayName })
  const { token } = await shop.accounts.signIn(
    { email, password: 'kente cloth' },
    { address: email, userAgent: 'a test' },
  )
  return { token, email }
}

function write(token: string | undefined, body: object) {
  return ask<TestimonialResponse>('POST', '/api/testimonials', { token, body })
}

async function mistakesIn(body: object): Promise<Record<string, string> | undefined> {
  const { token } = await newCustomer()
  const answer = await ask<RefusalResponse>('POST', '/api/testimonials', { token, body })
  expect(`${answer.status} ${answer.body.code}`).toBe('400 invalid_input')
  return answer.body.fields
}

test('a testimonial has the names and types of the specification on the wire', async () => {
  const { token } = await newCustomer('Ama')
  const written = { name: 'ama@example.com', location: 'Kumasi', quote: 'My skin is calm.', rating: 4 }
  const { status, body } = await write(token, written)
  expect(status).toBe(201)
  const wire = {
    id: body.id,
    name: 'Ama',
    location: 'Kumasi',
    quote: 'My skin is calm.',
    rating: 4,
    image: null,
    created_at: clock().toISOString(),
  }
  expect(body).toEqual(wire)
  expect((await ask<TestimonialResponse[]>('GET', '/api/testimonials')).body[0]).toEqual(wire)
})

test('a visitor cannot write one', async () => {
  const { status, body } = await ask<RefusalResponse>('POST', '/api/testimonials', {
    body: { quote: 'Hello' },
  })
  expect(status).toBe(401)
  expect(body).toEqual({ error: 'Please sign in to continue.', code: 'not_signed_in' })
})

test('only the text is required; the rating is 5 unless chosen', async () => {
  const { token } = await newCustomer()
  const { status, body } = await write(token, { quote: '  Lovely.  ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ quote: 'Lovely.', rating: 5, location: '' })
})

test.each([{}, { quote: '' }, { quote: ' \n\t ' }, { quote: null }, { quote: 7 }, { quote: ['x'] }])(
  'without a text (%j) it is refused in the words of the form',
  async (body) => {
    expect(await mistakesIn(body)).toEqual({ quote: 'Please write a few words.' })
  },
)

test.each([0, 6, -1, 4.5, 1e9, '5', null, true, [5]])('a rating of %j is refused', async (rating) => {
  expect(await mistakesIn({ quote: 'Fine.', rating })).toEqual({ rating: 'Please choose 1 to 5 stars.' })
})

test.each([1, 5])('a rating of %i is taken', async (rating) => {
  const { token } = await newCustomer()
  expect((await write(token, { quote: 'Fine.', rating })).body.rating).toBe(rating)
})

test('the text has at most 600 characters, the place 80', async () => {
  const { token } = await newCustomer()
  const longest = { quote: 'q'.repeat(600), location: 'l'.repeat(80) }
  expect((await write(token, longest)).status).toBe(201)
  expect(await mistakesIn({ quote: 'q'.repeat(601), location: 'l'.repeat(81) })).toEqual({
    quote: 'Please use at most 600 characters.',
    location: 'Please use at most 80 characters.',
  })
})

test.each(['a\0b', '\ud800', 'half \udc00 of it'])(
  'characters that cannot be stored are refused',
  async (quote) => {
    expect(await mistakesIn({ quote })).toEqual({ quote: 'This text contains characters we cannot store.' })
  },
)

test('every other character arrives as it was written', async () => {
  const { token } = await newCustomer()
  const quote = 'Ɛyɛ papa! 😀 <b>"soft"</b> & ‏שלום {{7*7}} \u0001'
  expect((await write(token, { quote })).body.quote).toBe(quote)
})

test.each(['is_hidden', 'hidden', 'user_id', 'userId', 'image', 'created_at', 'id'])(
  'nobody sets %s',
  async (field) => {
    expect(await mistakesIn({ quote: 'Fine.', [field]: true })).toEqual({
      [field]: 'This field is not known here.',
    })
  },
)

test('the public name is the display name, else the part before the at-sign, never an address', async () => {
  const names = [undefined, '  Efua  ', 'kojo@example.com', '@kojo', '@']
  const shown = await Promise.all(
    names.map(async (displayName) => {
      const { token, email } = await newCustomer(displayName)
      const { body } = await write(token, { quote: 'Good.', name: email })
      return body.name.replace(/\d+/, 'n')
    }),
  )
  expect(shown).toEqual(['customer.n', 'Efua', 'kojo', 'Anonymous', 'Anonymous'])
  const { body } = await ask<TestimonialResponse[]>('GET', '/api/testimonials?limit=100')
  expect(body.filter(({ name }) => name.includes('@'))).toEqual([])
})

test('one person writes at most five a day; the sixth is told how long to wait', async () => {
  const { token } = await newCustomer()
  for (let n = 1; n <= 5; n++) expect((await write(token, { quote: `Number ${n}` })).status).toBe(201)
  clock.forward({ hours: 23 })
  const sixth = await ask<RefusalResponse>('POST', '/api/testimonials', {
    token,
    body: { quote: 'Number 6' },
  })
  expect(sixth.status).toBe(429)
  expect(sixth.body.code).toBe('too_many_requests')
  expect(sixth.headers['retry-after']).toBe('3600')
  clock.forward({ hours: 1 })
  expect((await write(token, { quote: 'The next day' })).status).toBe(201)
})

test('the list is newest first, leaves hidden ones out and says how many there are', async () => {
  const { token } = await newCustomer()
  const first = await write(token, { quote: 'First' })
  const rude = await write(token, { quote: 'Rude' })
  const last = await write(token, { quote: 'Last' })
  const before = await ask('GET', '/api/testimonials')
  await context.db.update(testimonials).set({ isHidden: true }).where(eq(testimonials.id, rude.body.id))

  const { body, headers } = await ask<TestimonialResponse[]>('GET', '/api/testimonials?limit=2')
  expect(body.map(({ id }) => id)).toEqual([last.body.id, first.body.id])
  expect(Number(headers['x-total-count'])).toBe(Number(before.headers['x-total-count']) - 1)
  expect(headers.link).toContain('</api/testimonials?limit=2&page=2>; rel="next"')
})

test.each(['limit=0', 'limit=101', 'page=x', 'hidden=1'])('%s is refused by its name', async (query) => {
  const { status, body } = await ask<RefusalResponse>('GET', `/api/testimonials?${query}`)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([query.split('=', 1)[0]])
})

test('an admin hides a testimonial and shows it again; the shop follows at once', async () => {
  const { token } = await newCustomer('Ama')
  const { body: written } = await write(token, { quote: 'Not for everybody' })
  await shop.accounts.createAccount({
    email: 'boss@example.com',
    password: 'kente cloth shawl',
    isAdmin: true,
  })
  const login = { email: 'boss@example.com', password: 'kente cloth shawl' }
  const boss = await shop.accounts.signIn(login, { address: 'boss', userAgent: 'a test' })
  const hide = (hidden: unknown, id = written.id) =>
    ask<AdminTestimonialResponse>('PUT', `/api/testimonials/${id}`, { token: boss.token, body: { hidden } })
  const listed = async (query: string) => {
    const { body } = await ask<AdminTestimonialResponse[]>('GET', `/api/testimonials${query}`, {
      token: boss.token,
    })
    return body.find(({ id }) => id === written.id)
  }
  const heard: string[] = []
  const stop = context.invalidation.subscribe((change) => heard.push(change))
  expect((await hide(true)).body).toEqual({ ...written, hidden: true })
  stop()
  expect(heard).toContain('testimonials')
  expect(await listed('')).toBeUndefined()
  expect(await listed('?admin=1')).toMatchObject({ hidden: true })
  expect(await listed('?admin=1&show=hidden')).toMatchObject({ hidden: true })
  expect(await listed('?admin=1&show=shown')).toBeUndefined()
  expect((await hide(false)).body.hidden).toBe(false)
  expect(await listed('')).toEqual(written)
  expect((await hide('yes')).status).toBe(400)
  expect((await hide(true, 2_000_000)).status).toBe(404)
})
