import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { systemClock } from '../platform/context.ts'
import { openFolderStore } from '../platform/file-store.ts'
import { openFiles } from '../platform/open-files.ts'
import { openS3Server } from '../testing/fake-s3.ts'
import { openFakeServer } from '../testing/fake-server.ts'
import { addSamplePicture } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { backup } from './commands.ts'
import { checkPublicAddress, checkStoredFiles, moveFiles } from './files.ts'

const server = await openS3Server()
const shop = await openTestShop()
const folder = await mkdtemp(join(tmpdir(), 'shop-move-'))
afterAll(async () => {
  vi.restoreAllMocks()
  await shop.close()
  await server.close()
  await rm(folder, { recursive: true })
})
const said = vi.spyOn(console, 'log').mockImplementation(() => {})
const config = readConfig({
  ...server.settings,
  DATA_DIR: shop.context.config.dataDir,
  DATABASE_URL: databaseAddress(shop.database.connection),
  LOG_LEVEL: 'silent',
})
const store = await openFiles(config, { clock: systemClock, log: shop.context.log })

test('the pictures of a running shop move into a store, byte for byte, at the second try too, and the folder stays', async () => {
  await addSamplePicture(shop.context)
  await shop.context.files.put('private/proofs/door.webp', Buffer.from('door'), 'image/webp')
  const originals = await shop.context.files.list()
  server.turn('failing')
  await expect(moveFiles(config, [])).rejects.toThrow()
  server.turn('fine')
  await moveFiles(config, [])
  for (const { key } of originals)
    expect((await store.get(key))?.bytes).toEqual((await shop.context.files.get(key))?.bytes)
  expect(await shop.context.files.list()).toEqual(originals)
  await checkStoredFiles(config)
})

test('called again it copies what is new, damaged or half, and nothing else', async () => {
  const asked = async () => {
    const before = said.mock.calls.length
    await moveFiles(config, [])
    return said.mock.calls.slice(before).flat().join('\n')
  }
  expect(await asked()).toContain('0 files were copied')
  const [first, second] = await shop.context.files.list('pictures/')
  await store.delete(first?.key ?? '')
  const original = await shop.context.files.get(second?.key ?? '')
  const damaged = Buffer.alloc(original?.size ?? 0, 7)
  await store.put(second?.key ?? '', damaged, 'image/webp')
  expect(await asked()).toContain('2 files were copied')
  expect((await store.get(second?.key ?? ''))?.bytes).toEqual(original?.bytes)
})

test('a picture that has lost its file is named', async () => {
  const { id, widths } = await addSamplePicture(shop.context)
  await moveFiles(config, [])
  const key = `pictures/${id}/${Math.max(...widths)}.webp`
  await store.delete(key)
  await expect(checkStoredFiles(config)).rejects.toThrow(`file ${key}: every picture has its files`)
})

test('a backup takes the pictures out of the store, unless the owner leaves them there', {
  tags: 'faults',
}, async () => {
  const filesIn = async (...words: string[]) => {
    const path = join(folder, 'shop.gz')
    await backup(config, [path, ...words])
    const lines = gunzipSync(await readFile(path))
      .toString()
      .split('\n')
    return lines.filter((line) => line.startsWith('{"file":')).map((line) => JSON.parse(line).file)
  }
  expect(await filesIn()).toEqual((await store.list()).map(({ key }) => key))
  expect(await filesIn('--without-files')).toEqual([])
})

test('another folder can be named, and one without files, or a shop without a store, is told', async () => {
  const other = join(folder, 'other')
  await openFolderStore(other).put('avatars/a.webp', Buffer.from('face'), 'image/webp')
  await moveFiles(config, [other])
  expect((await store.get('avatars/a.webp'))?.bytes.toString()).toBe('face')
  expect(await readFile(join(other, 'avatars/a.webp'), 'utf8')).toBe('face')
  await expect(moveFiles(config, [folder, other])).rejects.toThrow('one folder')
  await expect(moveFiles(config, [join(folder, 'nowhere')])).rejects.toThrow('There are no files')
  await expect(moveFiles(readConfig({}), [])).rejects.toThrow('Please set STORAGE')
})

test('a public address that shows no pictures, or private photos too, is told', async () => {
  const seen = new Set<string>()
  const place = await openFakeServer(({ path }) => ({ status: seen.has(path) ? 200 : 403 }))
  const keys = ['private/proofs/door.webp', 'pictures/a/160.webp']
  expect((await checkPublicAddress(place.url, keys)).join()).toContain('shows no picture')
  seen.add('/pictures/a/160.webp')
  expect(await checkPublicAddress(place.url, keys)).toEqual([])
  seen.add('/private/proofs/door.webp')
  expect((await checkPublicAddress(place.url, keys)).join()).toContain('can be seen by anybody')
  await place.goDown()
})
