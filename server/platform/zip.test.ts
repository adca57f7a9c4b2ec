import { expect, test } from 'vitest'
import { packZip } from '../testing/zip.ts'
import { openZip } from './zip.ts'

const limits = { entries: 3, bytesEach: 1_000_000, bytesInAll: 1_500_000 }

test('a ZIP says which files it holds, and unpacks each when it is asked for', async () => {
  const entries = await openZip(
    packZip([
      ['photos/a.txt', Buffer.from('one')],
      ['b.txt', Buffer.from('two')],
    ]),
    limits,
  )
  expect(entries.map(({ path }) => path)).toEqual(['photos/a.txt', 'b.txt'])
  expect((await entries[1]?.read())?.toString()).toBe('two')
})

test.each([
  ['no ZIP', Buffer.from('MZ and so on'), 'This is not a ZIP file that we can open.'],
  ['nothing', Buffer.alloc(0), 'This is not a ZIP file that we can open.'],
  [
    'a ZIP that was cut',
    packZip([['a', Buffer.from('one')]]).subarray(0, 40),
    'This is not a ZIP file that we can open.',
  ],
  ['a way out of the folder', packZip([['../../etc/passwd', Buffer.from('x')]]), /name that is not safe/],
  ['an absolute path', packZip([['/etc/passwd', Buffer.from('x')]]), /name that is not safe/],
  ['a drive', packZip([['C:/windows/x', Buffer.from('x')]]), /name that is not safe/],
  [
    'too many files',
    packZip(['a', 'b', 'c', 'd'].map((name) => [name, Buffer.from('x')])),
    /at most 3 files/,
  ],
  [
    'a file that is too large',
    packZip([['a', Buffer.alloc(1_000_001)]]),
    /“a” in the ZIP is larger than 1 MB/,
  ],
  [
    'too much in all',
    packZip([
      ['a', Buffer.alloc(900_000)],
      ['b', Buffer.alloc(900_000)],
    ]),
    /at most 1 MB/,
  ],
])('%s is refused with words', async (_what, bytes, words) => {
  await expect(openZip(bytes, limits)).rejects.toThrow(words)
})

test('a file that says little and holds much ends while it is unpacked', async () => {
  const bomb = packZip([['a', Buffer.alloc(50_000_000)]], { claimedSize: 1_000 })
  expect(bomb.length).toBeLessThan(100_000)
  const [entry] = await openZip(bomb, limits)
  await expect(entry?.read()).rejects.toThrow('not as large as the ZIP says')
})
