import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ApiProblem,
  api,
  type CallOptions,
  forgetToken,
  getIfChanged,
  getPage,
  isApiProblem,
  isUndecided,
  type Refused,
  readToken,
  refusedEvent,
  signedOutEvent,
  storeToken,
} from './api.ts'

const closers: (() => void)[] = []

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  for (const close of closers.splice(0)) close()
})

async function openShop(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isApiProblem(error)) throw new Error('The call was expected to fail with a problem', { cause: error })
  return error
}

const refuse = (status: number, body: unknown): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

function listenForSignOut(): { quiet: boolean }[] {
  const heard: { quiet: boolean }[] = []
  window.addEventListener(signedOutEvent, (event) => heard.push((event as CustomEvent).detail))
  return heard
}

test('a call carries the token, the body and the key of the attempt', async () => {
  storeToken('token-1')
  const seen: unknown[] = []
  const shop = await openShop(async (request, response) => {
    const chunks = await request.toArray()
    seen.push(request.method, request.url, request.headers.authorization, request.headers['content-type'])
    seen.push(request.headers['idempotency-key'], Buffer.concat(chunks).toString())
    response.writeHead(201).end('{"id":7}')
  })
  const query = { page: 2, status: undefined }
  const answer = await api.post<{ id: number }>(`${shop}/api/orders`, {
    query,
    body: { a: 1 },
    idempotencyKey: 'k',
  })
  expect(answer).toEqual({ id: 7 })
  expect(seen).toEqual(['POST', '/api/orders?page=2', 'Bearer token-1', 'application/json', 'k', '{"a":1}'])
})

test('a call without a token, or one that goes without it, sends no authorization', async () => {
  const seen: unknown[] = []
  const shop = await openShop((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{}')
  })
  await api.get(`${shop}/api/products`)
  storeToken('token-1')
  await api.post(`${shop}/api/auth/signin`, { anonymous: true, body: {} })
  storeToken('two words\n')
  await api.get(`${shop}/api/products`)
  expect(seen).toEqual([undefined, undefined, undefined])
})

test('a form travels as a multipart form', async () => {
  const shop = await openShop((request, response) =>
    response.end(JSON.stringify(request.headers['content-type'])),
  )
  const form = new FormData()
  form.set('name', 'Shea')
  expect(await api.put<string>(`${shop}/api/products`, { form })).toMatch(/^multipart\/form-data; boundary=/)
})

test('a refusal keeps its words, code, fields and details', async () => {
  const body = {
    error: 'Not enough left',
    code: 'out_of_stock',
    fields: { city: 'City is required' },
    lines: [1],
  }
  const problem = await problemOf(api.get(await openShop(refuse(409, body))))
  expect(problem).toMatchObject({
    message: 'Not enough left',
    code: 'out_of_stock',
    status: 409,
    fields: { city: 'City is required' },
    details: { lines: [1] },
  })
})

test.each([
  [502, 'busy', 'The shop is very busy. Please try again in a moment.'],
  [500, 'broken', 'Something went wrong on our side. Please try again.'],
  [404, 'not_found', 'Something went wrong on our side. Please try again.'],
])(
  'a page from something in between with status %i becomes %s in plain words',
  async (status, code, message) => {
    const shop = await openShop((_request, response) => response.writeHead(status).end('<h1>Gateway</h1>'))
    expect(await problemOf(api.get(shop))).toMatchObject({ status, code, message })
  },
)

test('a refusal without words gets the ones that the caller has for it', async () => {
  const shop = await openShop((_request, response) => response.writeHead(401).end())
  expect(await problemOf(api.post(shop, { otherwise: 'Invalid credentials' }))).toMatchObject({
    message: 'Invalid credentials',
    code: 'not_signed_in',
  })
})

test('a login page of a hotel network is not taken for an answer', async () => {
  const shop = await openShop((_request, response) => response.end('<h1>Welcome to the hotel</h1>'))
  expect(await problemOf(api.get(shop))).toMatchObject({ code: 'busy' })
})

test('a call that is refused until something is put right is made once more when it is, and fails when it is not', async () => {
  const bodies: string[] = []
  let isProven = false
  const shop = await openShop(async (request, response) => {
    bodies.push(String(Buffer.concat(await request.toArray())))
    const answer = isProven
      ? { done: true }
      : { error: 'Please enter your password', code: 'password_needed' }
    response.writeHead(isProven ? 200 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  const call = () => api.post(`${shop}/api/team`, { body: { is_admin: true } })
  expect((await problemOf(call())).code).toBe('password_needed')
  expect(bodies).toHaveLength(1)

  const answers = [false, true]
  window.addEventListener(refusedEvent, (event) => {
    const { detail } = event as CustomEvent<Refused>
    isProven = answers.shift() ?? false
    if (detail.code === 'password_needed') detail.settled = Promise.resolve(isProven)
  })
  expect((await problemOf(call())).code).toBe('password_needed')
  expect(bodies).toHaveLength(2)
  expect(await call()).toEqual({ done: true })
  expect(bodies.slice(2)).toEqual(['{"is_admin":true}', '{"is_admin":true}'])
})

test('a refused token is forgotten and the window hears of it', async () => {
  const heard = listenForSignOut()
  const shop = await openShop(refuse(401, { error: 'Please sign in to continue.', code: 'not_signed_in' }))
  storeToken('old')
  await problemOf(api.get(shop))
  expect(readToken()).toBeNull()
  storeToken('old')
  await problemOf(api.get(shop, { quietWhenSignedOut: true }))
  expect(heard).toEqual([{ quiet: false }, { quiet: true }])
})

test.each<[string, CallOptions, string]>([
  ['a wrong password', {}, 'invalid_credentials'],
  ['a call without the token', { anonymous: true }, 'not_signed_in'],
])('%s does not end the sign-in', async (_name, options, code) => {
  const heard = listenForSignOut()
  storeToken('good')
  await problemOf(api.post(await openShop(refuse(401, { error: 'No', code })), options))
  expect(readToken()).toBe('good')
  expect(heard).toEqual([])
})

test('a token that another tab has stored meanwhile survives the refusal of the old one', async () => {
  storeToken('old')
  const shop = await openShop((request, response) => {
    storeToken('new')
    refuse(401, { error: 'No', code: 'not_signed_in' })(request, response)
  })
  await problemOf(api.get(shop))
  expect(readToken()).toBe('new')
})

test('no connection is its own trouble', async () => {
  const shop = await openShop((request) => request.socket.destroy())
  const problem = await problemOf(api.get(shop))
  expect(problem).toMatchObject({ code: 'offline', status: 0 })
  expect(isUndecided(problem)).toBe(true)
})

test('an answer that never comes ends with the time limit', async () => {
  const shop = await openShop(() => undefined)
  expect(await problemOf(api.get(shop, { timeoutMs: 20 }))).toMatchObject({ code: 'timeout', status: 0 })
})

test('a call that the page gave up ends as given up, not as a trouble', async () => {
  const leaving = new AbortController()
  const shop = await openShop(() => leaving.abort())
  await expect(api.get(shop, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  await expect(api.get(shop, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a list tells how many there are in all', async () => {
  const shop = await openShop((_request, response) =>
    response.setHeader('x-total-count', '120').end('{"orders":[]}'),
  )
  expect(await getPage(`${shop}/api/orders`)).toEqual({ answer: { orders: [] }, total: 120 })
})

test('where storage is forbidden the sign-in lasts as long as the tab', () => {
  vi.stubGlobal('localStorage', undefined)
  storeToken('in-memory')
  expect(readToken()).toBe('in-memory')
  forgetToken()
  expect(readToken()).toBeNull()
})

test('an answer that the page has already is not sent again', async () => {
  const shop = await openShop((request, response) => {
    if (request.headers['if-none-match'] === 'W/"one"') return response.writeHead(304).end()
    response.writeHead(200, { etag: 'W/"one"' }).end('["first"]')
  })
  const first = await getIfChanged<string[]>(shop)
  expect(first).toEqual({ answer: ['first'], tag: 'W/"one"' })
  expect(await getIfChanged(shop, { knownTag: first?.tag })).toBe(null)
  expect(await getIfChanged(shop, { knownTag: 'W/"old"' })).toEqual(first)
})
