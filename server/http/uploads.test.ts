import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { longestZipBytes } from '#rules/csv.ts'
import { uploadForm } from '../testing/forms.ts'
import { openTestShop } from '../testing/test-shop.ts'

const { app, ask, signedInAs, clock, close } = await openTestShop()
afterAll(close)

/** The limit on pictures is not what is looked at here. */
beforeEach(() => clock.forward({ hours: 2 }))

async function send(fields: Parameters<typeof uploadForm>[0]) {
  const { token } = await signedInAs('customer')
  return await ask<RefusalResponse>('PUT', '/api/profile', { token, ...(await uploadForm(fields)) })
}

async function sendRaw(body: string | Buffer, contentType = 'multipart/form-data; boundary=x') {
  const { token } = await signedInAs('customer')
  const headers = { 'content-type': contentType }
  return await ask<RefusalResponse>('PUT', '/api/profile', { token, headers, body: Buffer.from(body) })
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

test('a form that breaks off, or has no borders, is a bad form and no fault of ours', async () => {
  const whole = field('city', 'Tema')
  for (const broken of [whole, `${whole}--`, whole.slice(0, 30), 'nothing like a form', '--x\r\n\r\n--x--']) {
    expect([broken, (await sendRaw(broken)).status]).toEqual([broken, 400])
  }
  expect((await sendRaw(whole, 'multipart/form-data')).status).toBe(400)
  expect((await sendRaw(whole, 'multipart/form-data; boundary=')).status).toBe(400)
})

test('a file that breaks off is refused too', async () => {
  const half = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n'),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer(),
  ])
  expect(await sendRaw(half)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('every route that takes a form with files gives it the time that photos need on a slow line', () => {
  const takesForms = app.routeTable.filter(({ schema }) => schema?.consumes?.includes('multipart/form-data'))
  expect(takesForms.map(({ url }) => url)).toContain('/api/orders/:id/proofs')
  const cutEarly = takesForms.filter(({ config }) => !config?.upload || config.answerMs !== undefined)
  expect(cutEarly.map(({ url }) => url)).toEqual([])
})

test('an empty form changes nothing', async () => {
  expect((await sendRaw('--x--\r\n')).status).toBe(200)
})

test('anything but a form is turned away', async () => {
  expect(await sendRaw('{}', 'application/json')).toMatchObject({ status: 415 })
  expect(await sendRaw('city=Tema', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 })
})

test('a text may have 256 kB; one that is longer is refused, never cut', async () => {
  const write = (length: number) => send([['shipping_address', 'x'.repeat(length)]])
  expect(await write(256 * 1024)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await write(256 * 1024 + 1)).toMatchObject({
    status: 413,
    body: { error: 'Content is too long', code: 'too_large' },
  })
})

test('a field that nobody knows is named', async () => {
  expect(await send([['is_admin', '1']])).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { is_admin: 'This field is not known here.' } },
  })
  expect((await send([['__proto__', '1']])).status).toBe(400)
  expect((await send([['constructor', '1']])).status).toBe(400)
})

test('a field that comes twice, as a file, or as something other than text is refused', async () => {
  expect(
    await send([
      ['city', 'Tema'],
      ['city', 'Accra'],
    ]),
  ).toMatchObject({ status: 400, body: { fields: { city: 'This field came twice.' } } })
  expect(await send([['city', Buffer.from('Tema')]])).toMatchObject({
    status: 400,
    body: { fields: { city: 'No file is expected here.' } },
  })
  expect(await send([['constructor', Buffer.from('Tema')]])).toMatchObject({ status: 400 })
  const json =
    '--x\r\nContent-Disposition: form-data; name="city"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--x--\r\n'
  expect(await sendRaw(json)).toMatchObject({
    status: 400,
    body: { fields: { city: 'Please enter text here.' } },
  })
})

test('more files than asked for are refused', async () => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  expect(
    await send([
      ['avatar', photo],
      ['avatar', photo],
    ]),
  ).toMatchObject({ status: 400, body: { fields: { avatar: 'Please send one file.' } } })
})

test('a form may have 8 files, 40 fields and 48 parts of whatever kind, and not one more', async () => {
  const { token } = await signedInAs('admin')
  const files = async (count: number) => {
    const images = Array.from({ length: count }, () => ['images', Buffer.from('x')] as const)
    return (await ask('POST', '/api/products', { token, ...(await uploadForm(images)) })).status
  }
  expect([await files(8), await files(9)]).toEqual([400, 413])
  const fields = async (count: number) =>
    (await send(Array.from({ length: count }, (_, n) => [`field${n}`, 'x'] as const))).status
  expect([await fields(40), await fields(41)]).toEqual([400, 413])
  // A part that is neither a text nor a file is passed over, but counted.
  const part = '--x\r\nContent-Disposition: attachment\r\n\r\nx\r\n'
  const parts = async (count: number) => (await sendRaw(`${part.repeat(count)}--x--\r\n`)).status
  expect([await parts(48), await parts(49)]).toEqual([200, 413])
})

test('a photo may have 15 MB and a ZIP of them 60, and not one byte more', { tags: 'faults' }, async () => {
  const { token } = await signedInAs('admin')
  const answerTo = async (path: string, field: string, length: number) => {
    const form = await uploadForm([[field, Buffer.alloc(length)]])
    return (await ask<RefusalResponse>('POST', path, { token, ...form })).body.code
  }
  // The first is short enough, and no picture.
  expect(await answerTo('/api/uploads', 'image', 15 * 1024 * 1024)).toBe('image_not_supported')
  expect(await answerTo('/api/uploads', 'image', 15 * 1024 * 1024 + 1)).toBe('image_too_large')
  // A ZIP of pictures may be larger than one of them; here the spreadsheet beside it is missing.
  expect(await answerTo('/api/products/import', 'pictures', longestZipBytes)).toBe('invalid_input')
  expect(await answerTo('/api/products/import', 'pictures', longestZipBytes + 1)).toBe('too_large')
})

test('a field in which no file was chosen is no file', async () => {
  const empty = { bytes: new Uint8Array(), name: '', type: 'application/octet-stream' }
  expect((await send([['avatar', empty]])).status).toBe(200)
})

test('a photo that is far too large is refused over a real line, and the browser hears it', async () => {
  const { token } = await signedInAs('customer')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const form = new FormData()
  form.append('avatar', new Blob([new Uint8Array(24 * 1024 * 1024)]), 'photo.jpg')
  const answer = await fetch(`http://127.0.0.1:${port}/api/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toEqual({ error: 'Image is too large', code: 'image_too_large' })
})

test('whoever hangs up in the middle of a photo leaves the shop open', async () => {
  const { token } = await signedInAs('customer')
  const { port } = app.server.address() as AddressInfo
  const line = connect(port, '127.0.0.1')
  await once(line, 'connect')
  line.write(
    `PUT /api/profile HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\nhalf a phot',
  )
  await once(line.destroy(), 'close')
  expect((await send([['city', 'Tema']])).status).toBe(200)
})
