import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolderStore } from './file-store.ts'

async function emptyStore() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, files: openFolderStore(join(folder, 'store')) }
}

test('a stored file comes back byte for byte, with its type, size and a tag that changes with the content', async () => {
  const { files } = await emptyStore()
  await files.put('media/a-1/400.webp', Buffer.from('picture'), 'image/webp')
  const first = await files.get('media/a-1/400.webp')
  expect(first).toMatchObject({ bytes: Buffer.from('picture'), contentType: 'image/webp', size: 7 })
  await files.put('media/a-1/400.webp', Buffer.from('another'), 'image/webp')
  const second = await files.get('media/a-1/400.webp')
  expect(second?.bytes.toString()).toBe('another')
  expect(second?.etag).not.toBe(first?.etag)
  expect(second?.etag).toMatch(/^"[\w-]{22}"$/)
})

test('what was never stored is null, and so are folders and impossible keys', async () => {
  const { files } = await emptyStore()
  expect(await files.get('a.webp')).toBeNull()
  await files.put('a/b.webp', Buffer.from('x'), 'image/webp')
  expect(await files.get('a')).toBeNull()
  expect(await Promise.all(['a/b.webp', 'a', 'a.webp', '../secret.txt'].map(files.has))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(await files.get('a/b.webp/c.webp')).toBeNull()
  expect(await files.get('../secret.txt')).toBeNull()
})

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  '.hidden',
  'a/.b',
  'A',
  'a b',
  'a\\b',
  'a\0b',
  'ü',
  'x'.repeat(201),
])('the key %j reaches no file', async (key) => {
  const { folder, files } = await emptyStore()
  await writeFile(join(folder, 'a'), 'outside')
  await expect(files.put(key, Buffer.from('x'), 'application/octet-stream')).rejects.toThrow('file key')
  await expect(files.delete(key)).rejects.toThrow('file key')
  expect(await files.get(key)).toBeNull()
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('outside')
})

test('a file cannot be stored under a name that would serve it as another type', async () => {
  const { files } = await emptyStore()
  await expect(files.put('a.webp', Buffer.from('<svg/>'), 'image/svg+xml')).rejects.toThrow('image/svg+xml')
  expect(await files.list()).toEqual([])
})

test('a deleted file is gone, and deleting it again is no mistake', async () => {
  const { files } = await emptyStore()
  await files.put('a.png', Buffer.from('x'), 'image/png')
  await files.delete('a.png')
  await files.delete('a.png')
  expect(await files.get('a.png')).toBeNull()
})

test('the list names the files under a prefix in order, and nothing that is not finished', async () => {
  const { folder, files } = await emptyStore()
  for (const key of ['b/2.png', 'b/1.png', 'a.png']) await files.put(key, Buffer.from('xy'), 'image/png')
  await writeFile(join(folder, 'store', '.half.tmp'), 'x')
  expect((await files.list()).map((file) => file.key)).toEqual(['a.png', 'b/1.png', 'b/2.png'])
  const [first] = await files.list('b/')
  expect(first).toMatchObject({ key: 'b/1.png', size: 2 })
  expect(first?.changedAt).toBeInstanceOf(Date)
})

test('what a crash cut off in the middle of writing goes when it is old, and nothing else does', async () => {
  const { folder, files } = await emptyStore()
  await files.put('a/b.png', Buffer.from('x'), 'image/png')
  const inside = join(folder, 'store', 'a')
  await writeFile(join(inside, `.${randomUUID()}.tmp`), 'hal')
  await writeFile(join(inside, '.owners-own-note'), 'x')
  await files.removeUnfinished(new Date(Date.now() - 60_000))
  expect(await readdir(inside)).toHaveLength(3)
  await files.removeUnfinished(new Date(Date.now() + 60_000))
  expect((await readdir(inside)).sort()).toEqual(['.owners-own-note', 'b.png'])
})

test('a store that was never used is empty', async () => {
  const { files } = await emptyStore()
  expect(await files.list()).toEqual([])
  await files.removeUnfinished(new Date())
})

test('many writers of one key leave one whole file and no leftovers', async () => {
  const { folder, files } = await emptyStore()
  const contents = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n))
  await Promise.all(contents.map((bytes) => files.put('a.png', bytes, 'image/png')))
  const kept = await files.get('a.png')
  expect(contents.some((bytes) => kept?.bytes.equals(bytes))).toBe(true)
  expect(await readdir(join(folder, 'store'))).toEqual(['a.png'])
})
