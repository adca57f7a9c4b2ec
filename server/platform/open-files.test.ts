import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestClock } from '../testing/clock-and-random.ts'
import { openFolderStore } from './file-store.ts'
import { cacheFiles } from './open-files.ts'

async function openCached(maxBytes = 1_000) {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const behind = openFolderStore(folder)
  const clock = openTestClock()
  const files = cacheFiles(behind, { maxBytes, maxAgeMs: 60_000, clock })
  const put = (key: string, text: string) => behind.put(key, Buffer.from(text), 'image/webp')
  const read = async (key: string) => (await files.get(key))?.bytes.toString()
  return { behind, clock, files, put, read }
}

test('a picture that was asked for stays in memory for a while, then is looked for again', async () => {
  const { put, read, behind, clock } = await openCached()
  await put('a.webp', 'first')
  expect(await read('a.webp')).toBe('first')
  await behind.delete('a.webp')
  expect(await read('a.webp')).toBe('first')
  clock.forward({ minutes: 2 })
  expect(await read('a.webp')).toBeUndefined()
})

test('what the shop itself writes or deletes is never an old copy', async () => {
  const { put, read, files } = await openCached()
  await put('a.webp', 'first')
  await read('a.webp')
  await files.put('a.webp', Buffer.from('second'), 'image/webp')
  expect(await read('a.webp')).toBe('second')
  const fetching = read('a.webp')
  await files.delete('a.webp')
  await fetching
  expect(await read('a.webp')).toBeUndefined()
})

test('a private photo is never cached', async () => {
  const { put, read, behind } = await openCached()
  await put('private/a.webp', 'door')
  expect(await read('private/a.webp')).toBe('door')
  await behind.delete('private/a.webp')
  expect(await read('private/a.webp')).toBeUndefined()
})

test('the least wanted pictures give way to new ones', async () => {
  const { put, read, behind } = await openCached(20)
  for (const key of ['a.webp', 'b.webp', 'c.webp']) await put(key, '8 bytes.')
  await read('a.webp')
  await read('b.webp')
  await read('a.webp')
  await read('c.webp')
  for (const { key } of await behind.list()) await behind.delete(key)
  expect(await Promise.all(['a.webp', 'b.webp', 'c.webp'].map(read))).toEqual([
    '8 bytes.',
    undefined,
    '8 bytes.',
  ])
})
