import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { uploadForm } from '../testing/forms.ts'
import { openTestShop, type TestShop, type TestShopSetup } from '../testing/test-shop.ts'

async function open(setup: TestShopSetup): Promise<TestShop> {
  const shop = await openTestShop(setup)
  onTestFinished(shop.close)
  return shop
}

/** A telephone line to the running shop, over which a test says what it likes. */
async function dial({ app }: TestShop): Promise<{ line: Socket; heard: () => string }> {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const line = connect(Number(address.port), address.hostname)
  onTestFinished(() => void line.destroy())
  let heard = ''
  line.setEncoding('utf8').on('data', (piece) => {
    heard += piece
  })
  await once(line, 'connect')
  return { line, heard: () => heard }
}

const slownessCheckedEveryMs = 50

test('a caller who never finishes the headers is hung up on', async () => {
  const { line, heard } = await dial(
    await open({ limits: { headersMs: 200, requestMs: 60_000, slownessCheckedEveryMs } }),
  )
  line.write('GET /healthz HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ')
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

const newsletterBegun =
  'POST /api/newsletter HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n' +
  'Content-Length: 50\r\n\r\n{"em'

test('a caller who never finishes the body is hung up on', async () => {
  const { line, heard } = await dial(
    await open({ limits: { headersMs: 200, requestMs: 400, slownessCheckedEveryMs } }),
  )
  line.write(newsletterBegun)
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

const photoForm = (length: number, route = 'PUT /api/profile') =>
  `${route} HTTP/1.1\r\n` +
  'Host: shop.example\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
  `Content-Length: ${length}\r\n`

type SlowPhoto = { route: string; role: 'customer' | 'driver'; answer: number }

async function expectToArrive({ route, role, answer }: SlowPhoto): Promise<void> {
  const shop = await open({
    limits: { requestMs: 100, answerMs: 100, uploadSilenceMs: 60_000, slownessCheckedEveryMs: 20 },
  })
  const { token } = await shop.signedInAs(role)
  const { line, heard } = await dial(shop)
  const name = role === 'driver' ? 'taken_at' : 'city'
  const form = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nTema\r\n--x--\r\n`
  line.write(`${photoForm(form.length, route)}Authorization: Bearer ${token}\r\n\r\n${form.slice(0, 30)}`)
  // Somebody who came later than the photo, and whose time is over.
  const other = connect(line.remotePort ?? 0, '127.0.0.1').resume()
  onTestFinished(() => void other.destroy())
  other.write(newsletterBegun)
  await once(other, 'close')
  line.write(form.slice(30))
  await expect.poll(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${answer} `))
}

test('a photo that takes longer than other requests may, but keeps coming, arrives', () =>
  expectToArrive({ route: 'PUT /api/profile', role: 'customer', answer: 200 }))

/** Heard to its end, and only then found to have no photo in it. */
test('so does the photo of a delivery', { tags: 'faults' }, () =>
  expectToArrive({ route: 'POST /api/orders/1/proofs', role: 'driver', answer: 400 }),
)

test('a photo of which nothing more comes, or next to nothing, is hung up on', async () => {
  const shop = await open({ limits: { requestMs: 60_000, uploadSilenceMs: 300, slownessCheckedEveryMs } })
  const { token } = await shop.signedInAs('customer')
  const { line, heard } = await dial(shop)
  const trickling = connect(line.remotePort ?? 0, '127.0.0.1')
  onTestFinished(() => void trickling.destroy())
  const start = `${photoForm(100_000)}Authorization: Bearer ${token}\r\n\r\n--x`
  const drops = setInterval(() => trickling.write('x'), 50)
  trickling.on('error', () => undefined)
  const isOver = [line, trickling].map((each) => new Promise((resolve) => each.once('close', resolve)))
  for (const each of [line, trickling]) each.write(start)
  await Promise.all(isOver)
  clearInterval(drops)
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('whoever may not upload is told so at once, and then has no more time than others', {
  tags: 'faults',
}, async () => {
  const shop = await open({ limits: { requestMs: 60_000, uploadSilenceMs: 300, slownessCheckedEveryMs } })
  const { line, heard } = await dial(shop)
  line.write(`${photoForm(100_000)}\r\n--x`)
  await once(line, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 401 /)
})

/** Begins one photo more than is let in, each with its own sign-in, and waits until one of them was turned away. */
async function holdPhotos(shop: TestShop, tokens: readonly string[]) {
  const { line } = await dial(shop)
  const slow = [line, ...tokens.slice(1).map(() => connect(line.remotePort ?? 0, '127.0.0.1'))]
  const letGo = () => slow.forEach((each) => void each.destroy())
  onTestFinished(letGo)
  const refused = Promise.race(slow.map(async (each) => String((await once(each, 'data'))[0])))
  for (const [place, each] of slow.entries()) {
    each.on('error', () => undefined)
    each.write(`${photoForm(100_000)}Authorization: Bearer ${tokens[place]}\r\n\r\n--x`)
  }
  return { refusal: await refused, letGo }
}

async function sendPhoto(shop: TestShop, token: string, address?: string) {
  const form = await uploadForm([['city', 'Tema']])
  const { status, body } = await shop.ask<RefusalResponse>('PUT', '/api/profile', { token, address, ...form })
  return [status, body.code]
}

const forEver = { requestMs: 60_000, uploadSilenceMs: 60_000 }

test('one account has a few photos on their way at once, and others are not kept waiting by them', async () => {
  const shop = await open({ limits: { ...forEver, uploadsOfAccount: 2 } })
  const { token } = await shop.signedInAs('customer')
  const { refusal, letGo } = await holdPhotos(shop, [token, token, token])
  expect(refusal).toMatch(/^HTTP\/1\.1 429 /)
  expect(await sendPhoto(shop, token)).toEqual([429, 'too_many_requests'])
  expect((await sendPhoto(shop, (await shop.signedInAs('other customer')).token))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, token)).toEqual([200, undefined])
})

const severalPeople = async (shop: TestShop) =>
  await Promise.all(
    (['customer', 'other customer', 'driver'] as const).map(
      async (person) => (await shop.signedInAs(person)).token,
    ),
  )

test('one address has so many photos on their way at once, whoever signed in there, and the same people can send from elsewhere; strangers there shut out nobody with a role', async () => {
  const shop = await open({ limits: { ...forEver, uploadsOfAddress: 2 } })
  const [customer = '', other = '', driver = ''] = await severalPeople(shop)
  const { refusal, letGo } = await holdPhotos(shop, [customer, other, customer])
  expect(refusal).toMatch(/^HTTP\/1\.1 429 /)
  expect(await sendPhoto(shop, other, '127.0.0.1')).toEqual([429, 'too_many_requests'])
  for (const each of [customer, other]) expect((await sendPhoto(shop, each, '10.0.0.2'))[0]).toBe(200)
  expect((await sendPhoto(shop, driver, '127.0.0.1'))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, other, '127.0.0.1')).toEqual([200, undefined])
})

test('the shop has so many photos on their way at once; whoever comes then waits, from wherever', {
  tags: 'faults',
}, async () => {
  const shop = await open({ limits: { ...forEver, uploadsInAll: 2 } })
  const { refusal, letGo } = await holdPhotos(shop, await severalPeople(shop))
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect(refusal).toMatch(/\r\nretry-after: 30\r\n/)
  const { token } = await shop.signedInAs('admin')
  expect(await sendPhoto(shop, token, '10.0.0.2')).toEqual([503, 'busy'])
  letGo()
  await expect.poll(() => sendPhoto(shop, token, '10.0.0.2')).toEqual([200, undefined])
})

test('a quarter of the places is for people with a role: strangers who drip photos shut no driver out', async () => {
  const shop = await open({ limits: { ...forEver, uploadsInAll: 4 } })
  const customers = await Promise.all(
    (['customer', 'other customer'] as const).map(async (person) => (await shop.signedInAs(person)).token),
  )
  const { refusal, letGo } = await holdPhotos(shop, [...customers, ...customers])
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect((await sendPhoto(shop, (await shop.signedInAs('driver')).token))[0]).toBe(200)
  letGo()
  await expect.poll(() => sendPhoto(shop, customers[0] ?? '')).toEqual([200, undefined])
})

test('photos that are on their way lie on the disk without a name, and what they may take in all has an end', async () => {
  const shop = await open({ limits: { uploadBytesInAll: 100_000 } })
  const customer = await shop.signedInAs('customer')
  const driver = await shop.signedInAs('driver')
  const before = await readdir(shop.context.config.dataDir)
  const send = async (bytes: number, { token }: { token: string }) => {
    const form = await uploadForm([['avatar', Buffer.alloc(bytes, 1)]])
    return (await shop.ask<RefusalResponse>('PUT', '/api/profile', { token, ...form })).body.code
  }
  expect([await send(100_001, driver), await send(99_999, driver)]).toEqual(['busy', 'image_not_supported'])
  // A quarter is for people with a role.
  expect([await send(75_001, customer), await send(74_999, customer)]).toEqual([
    'busy',
    'image_not_supported',
  ])
  expect(await readdir(shop.context.config.dataDir)).toEqual(before)
})
