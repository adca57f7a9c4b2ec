import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pictureKey } from '#rules/web-address.ts'
import { filesFolder } from '#server/platform/open-files.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { photo } from '#server/testing/forms.ts'
import { addSamplePicture } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { preparePicture } from '../media/pictures.ts'
import { checkFiles } from './invariants.ts'

const { context, clock, close } = await openTestShop({ clock: openTestClock(new Date()) })
const { files, jobs, db } = context
afterAll(close)

async function tidyUp(): Promise<void> {
  await jobs.send(db, 'remove-stray-files', {})
  await jobs.runDue()
}

test('files that a crash left without a name go after a day, those in use stay', async () => {
  const kept = await addSamplePicture(context)
  const stray = await preparePicture(context, await photo(), 'never named')
  await files.put('private/proofs/nobody.webp', Buffer.from('nothing'), 'image/webp')
  const unfinished = join(filesFolder(context.config.dataDir), 'pictures', `.${randomUUID()}.tmp`)
  await writeFile(unfinished, 'hal')
  const strays = async () =>
    (await files.list()).filter(({ key }) => /nobody/.test(key) || key.includes(stray.id))
  await tidyUp()
  expect(await strays()).not.toEqual([])
  expect(existsSync(unfinished)).toBe(true)
  expect(await checkFiles(context)).toEqual([])

  clock.forward({ days: 3 })
  expect(await checkFiles(context)).toContain(
    'file private/proofs/nobody.webp: every file belongs to something',
  )
  await tidyUp()
  expect(await strays()).toEqual([])
  expect(existsSync(unfinished)).toBe(false)
  expect(await files.list(`pictures/${kept.id}/`)).not.toEqual([])
  expect(await checkFiles(context)).toEqual([])
})

test('a picture whose file is gone is named', async () => {
  const { id, widths } = await addSamplePicture(context)
  const key = pictureKey(id, Math.max(...widths), 'webp')
  await files.delete(key)
  expect(await checkFiles(context)).toEqual([`file ${key}: every picture has its files`])
})
