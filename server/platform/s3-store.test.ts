import { afterAll, afterEach, expect, test } from 'vitest'
import { openTestClock } from '../testing/clock-and-random.ts'
import { openS3Server } from '../testing/fake-s3.ts'
import { readConfig } from './config.ts'
import { openLog } from './log.ts'
import { openS3Store } from './s3-store.ts'

const server = await openS3Server()
afterAll(server.close)
afterEach(() => server.turn('fine'))

/** A folder of the bucket for each test. */
function openStore(folder: string, settings: Record<string, string> = {}, { readMs = 60_000 } = {}) {
  const { storage } = readConfig({
    ...server.settings,
    STORAGE: `s3://${server.bucket}/${folder}`,
    ...settings,
  })
  if (storage.kind !== 's3') throw new Error('The settings name no store')
  // The store looks at its own clock when it is shown a signed address.
  const clock = openTestClock(new Date())
  const log = openLog({ level: 'silent' })
  return {
    files: openS3Store(storage, { clock, log, limits: { readMs, writeMs: 60_000, listedAtOnce: 2 } }),
    clock,
  }
}

const jar = 'pictures/a-1/400.webp'

test('a stored file comes back byte for byte, with its type, size and the tag that a folder gives it too', async () => {
  const { files } = openStore('bytes')
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
  await files.put(jar, bytes, 'image/webp')
  expect(await files.has(jar)).toBe(true)
  const kept = await files.get(jar)
  expect(kept?.bytes.equals(bytes)).toBe(true)
  expect(kept).toMatchObject({ contentType: 'image/webp', size: 70_000 })
  expect(kept?.etag).toMatch(/^"[\w-]{22}"$/)
})

test('what was never stored is null; deleting it is no mistake; impossible keys reach nothing', async () => {
  const { files } = openStore('nothing')
  expect(await files.get('a.webp')).toBeNull()
  expect(await files.has('a.webp')).toBe(false)
  await files.delete('a.webp')
  const asked = server.asked()
  expect(await files.get('../shop-files')).toBeNull()
  expect(await files.has('../shop-files')).toBe(false)
  await expect(files.put('a b.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow('file key')
  await expect(files.put('a.webp', Buffer.from('<svg/>'), 'image/svg+xml')).rejects.toThrow('image/svg+xml')
  expect(server.asked()).toBe(asked)
})

test('the list holds the files of this shop alone, with what the store knows of their content', async () => {
  const { files } = openStore('list')
  const neighbour = openStore('list-of-another')
  await neighbour.files.put('a.png', Buffer.from('not mine'), 'image/png')
  for (const key of ['b/2.png', 'b/1.png', 'a.png']) await files.put(key, Buffer.from('xy'), 'image/png')
  expect((await files.list()).map(({ key }) => key)).toEqual(['a.png', 'b/1.png', 'b/2.png'])
  const [first] = await files.list('b/')
  expect(first).toMatchObject({ key: 'b/1.png', size: 2, md5: '3e44107170a520582ade522fa73c1d15' })
  expect(first?.changedAt.getTime()).not.toBeNaN()
  await files.delete('a.png')
  expect((await files.list()).map(({ key }) => key)).toEqual(['b/1.png', 'b/2.png'])
})

test('browsers may keep a picture for good, and a private photo not at all', async () => {
  const { files } = openStore('caching')
  await files.put(jar, Buffer.from('jar'), 'image/webp')
  await files.put('private/proofs/p.webp', Buffer.from('door'), 'image/webp')
  const address = await files.signedAddress(jar)
  const answer = await fetch(address ?? '')
  expect([answer.status, await answer.text()]).toEqual([200, 'jar'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(await files.signedAddress('private/proofs/p.webp')).toBeNull()
})

test('a signed address stays the same all day, and another file cannot be had with it', async () => {
  const { files } = openStore('signed')
  await files.put(jar, Buffer.from('jar'), 'image/webp')
  await files.put('pictures/b-2/400.webp', Buffer.from('other'), 'image/webp')
  const morning = await files.signedAddress(jar)
  expect(await files.signedAddress(jar)).toBe(morning)
  const forged = morning?.replace('a-1', 'b-2') ?? ''
  expect((await fetch(forged)).status).toBe(403)
})

test('a file that the line broke off is no file', async () => {
  const { files } = openStore('broken')
  await files.put(jar, Buffer.from('jar'), 'image/webp')
  server.turn('breaking off')
  await expect(files.get(jar)).rejects.toMatchObject({ code: 'files_unavailable' })
})

test('a store that is busy for a moment is asked again', async () => {
  const { files } = openStore('busy')
  const before = server.asked()
  server.turn('failing once')
  await files.put(jar, Buffer.from('jar'), 'image/webp')
  expect(server.asked()).toBe(before + 2)
  expect((await files.get(jar))?.bytes.toString()).toBe('jar')
})

test('a store that hangs keeps nobody waiting for long, and after a few nobody at all', async () => {
  const { files, clock } = openStore('hanging', {}, { readMs: 500 })
  await files.put(jar, Buffer.from('jar'), 'image/webp')
  server.turn('hanging')
  const down = { code: 'files_unavailable' }
  await Promise.all([1, 2, 3].map(() => expect(files.get(jar)).rejects.toMatchObject(down)))
  const asked = server.asked()
  await expect(files.get(jar)).rejects.toMatchObject({ ...down, extras: { retryAfterSeconds: 10 } })
  await expect(files.put(jar, Buffer.from('x'), 'image/webp')).rejects.toMatchObject(down)
  expect(server.asked()).toBe(asked)

  server.turn('fine')
  await expect(files.get(jar)).rejects.toMatchObject(down)
  const askLater = async () => {
    clock.forward({ seconds: 10 })
    return (await files.get(jar).catch(() => null))?.bytes.toString()
  }
  await expect.poll(askLater).toBe('jar')
})

test('while it is down, one visitor at a time tries whether it is back', { tags: 'faults' }, async () => {
  const { files, clock } = openStore('down')
  await server.goDown()
  const down = { code: 'files_unavailable' }
  for (const _ of [1, 2, 3]) await expect(files.get(jar)).rejects.toMatchObject(down)
  clock.forward({ seconds: 11 })
  await server.comeBack()
  server.turn('failing')
  const before = server.asked()
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => files.get(jar)))
  expect(tried.every(({ status }) => status === 'rejected')).toBe(true)
  // One visitor's three tries.
  expect(server.asked()).toBe(before + 3)
})

test('a wrong key, secret or bucket is told before the shop opens; a store that is down is not the owner’s mistake', async () => {
  const wrong = (settings: Record<string, string>) => openStore('start', settings).files.assertUsable()
  await openStore('start').files.assertUsable()
  await expect(wrong({ S3_ACCESS_KEY: 'SOMEONE' })).rejects.toThrow('Check S3_ACCESS_KEY')
  await expect(wrong({ S3_SECRET_KEY: 'guessed' })).rejects.toThrow('Check S3_SECRET_KEY')
  await expect(wrong({ STORAGE: 's3://no-such-bucket' })).rejects.toThrow('There is no such bucket')
  server.turn('failing')
  await openStore('start').files.assertUsable()
})
