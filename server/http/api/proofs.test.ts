import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ProofResponse } from '#contract/delivery.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { deliveryProofs } from '#server/features/delivery/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openDriverWorld } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
afterAll(shop.close)
/** What earlier tests have left to tell is told to nobody: whoever reads mails would do all of it first. */
beforeEach(async () => void (await context.db.execute('delete from pgboss.job')))

const { admin, driver, put, assigned, day } = await openDriverWorld(shop)
const otherDriver = await signedInAs('other driver')
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#5b7553' } })
    .withExif({ IFD0: { Make: 'a phone' } })
    .jpeg()
    .toBuffer()
const [phonePhoto, smallPhoto] = [await draw(2_000, 1_500), await draw(40, 30)]

async function send(id: number, key: string, { who = driver, bytes = smallPhoto, takenAt = '' } = {}) {
  const taken = takenAt === '' ? [] : [['taken_at', takenAt] as const]
  const form = await uploadForm([...taken, ['photo', bytes]])
  return ask<ProofResponse & RefusalResponse>('POST', `/api/orders/${id}/proofs`, {
    token: who.token,
    body: form.body,
    headers: { ...form.headers, 'idempotency-key': key },
  })
}

async function delivered() {
  const { id } = await assigned('Shipped')
  await put(driver, String(id), { status: 'Delivered' })
  return id
}

test('a photo proves a delivery: small, without where it was taken, and with its own time', async () => {
  const id = await delivered()
  const taken = clock()
  clock.forward({ hours: 2 })
  const { status, body } = await send(id, 'a photo', { bytes: phonePhoto, takenAt: taken.toISOString() })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    kind: 'photo',
    taken_at: taken.toISOString(),
    arrived_at: clock().toISOString(),
  })
  expect((await day()).orders.find((order) => order.id === id)?.photos).toBe(1)
  const [row] = await context.db.select().from(deliveryProofs).where(eq(deliveryProofs.orderId, id))
  const file = await context.files.get(`private/proofs/${row?.photoId}.webp`)
  const { width, format, exif } = await sharp(file?.bytes).metadata()
  expect({ width, format, exif }).toEqual({ width: 1280, format: 'webp', exif: undefined })
})

test('a photo that the network repeats is one photo', async () => {
  const id = await delivered()
  const [one, other] = await Promise.all([send(id, 'twice'), send(id, 'twice')])
  const late = await send(id, 'twice')
  expect([other?.body, late.body]).toEqual([one?.body, one?.body])
  expect(await ask('GET', `/api/orders/${id}/delivery`, admin)).toMatchObject({
    body: { proofs: [one?.body] },
  })
})

test('a photo is seen by admins and by its driver, and by nobody else, not even by its address', async () => {
  const id = await delivered()
  const { body: proof } = await send(id, 'private')
  const see = ({ token }: { token: string }) => ask('GET', `/api/orders/${id}/proofs/${proof.id}`, { token })
  expect(await see(admin)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  expect((await see(driver)).status).toBe(200)
  const customer = await signedInAs('customer')
  for (const stranger of [otherDriver, customer]) expect((await see(stranger)).status).toBe(404)
  const [row] = await context.db.select().from(deliveryProofs).where(eq(deliveryProofs.id, proof.id))
  expect((await ask('GET', `/media/private/proofs/${row?.photoId}.webp`)).status).toBe(404)
})

test('seven days after it was finished an order leaves its driver: list, note and photo; the shop keeps them', async () => {
  const id = await delivered()
  const { id: open } = await assigned('Shipped')
  const { body: proof } = await send(id, 'a week ago')
  const statuses = async ({ token }: { token: string }) => {
    const addresses = [`/api/orders/${id}/delivery`, `/api/orders/${id}/proofs/${proof.id}`]
    return Promise.all(addresses.map(async (address) => (await ask('GET', address, { token })).status))
  }
  const listed = async (query = '') =>
    (await day(driver, query)).orders.map((order) => order.id).filter((each) => each === id || each === open)
  clock.forward({ days: 6, hours: 23 })
  expect([await listed(), await statuses(driver)]).toEqual([
    [open, id],
    [200, 200],
  ])
  clock.forward({ hours: 1 })
  expect([await listed(), await statuses(driver)]).toEqual([[open], [404, 404]])
  expect(await listed('?status=Delivered')).toEqual([])
  expect(await statuses(admin)).toEqual([200, 200])
  expect((await day()).counts.completed).toBeGreaterThan(0)
  // A phone that had no network for so long still brings what was entered at the door.
  expect((await put(driver, `${id}/cash`, { collected: 130, reason: '' })).status).toBe(200)
})

test('no photo for an order that is not delivered, not one’s own, or of no picture', async () => {
  const { id: open } = await assigned('Shipped')
  expect(await send(open, 'early')).toMatchObject({ status: 409, body: { code: 'order_changed' } })
  const id = await delivered()
  expect((await send(id, 'not mine', { who: otherDriver })).status).toBe(404)
  expect((await send(id, 'words', { bytes: await readFile('package.json') })).status).toBe(415)
  const empty = await uploadForm([['taken_at', clock().toISOString()]])
  const nothing = await ask('POST', `/api/orders/${id}/proofs`, { token: driver.token, ...empty })
  expect(nothing.status).toBe(400)
  for (const n of [1, 2, 3, 4, 5]) expect((await send(id, `photo ${n}`)).status).toBe(201)
  expect((await send(id, 'photo 6')).body.code).toBe('too_many_photos')
})

test('whoever deletes the account takes the photos of the own deliveries along', async () => {
  const customer = await signedInAs('customer')
  const { id } = await assigned('Shipped', driver, { customer_email: customer.viewer.email })
  await put(driver, String(id), { status: 'Delivered' })
  await send(id, 'a door')
  const [row] = await context.db.select().from(deliveryProofs).where(eq(deliveryProofs.orderId, id))
  const data = await ask<{ deliveries: { proofs: object[] } }>('GET', '/api/account/data', customer)
  expect(data.body.deliveries.proofs).toMatchObject([{ order_id: id, kind: 'photo' }])
  const body = { password: 'the customer’s password' }
  expect((await ask('POST', '/api/account/delete', { token: customer.token, body })).status).toBe(200)
  await context.jobs.runDue()
  expect(await context.files.get(`private/proofs/${row?.photoId}.webp`)).toBe(null)
  expect(await context.db.$count(deliveryProofs, eq(deliveryProofs.orderId, id))).toBe(0)
})
