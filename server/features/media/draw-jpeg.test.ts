import { afterAll, expect, test } from 'vitest'
import { pictureKey } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import { addSamplePicture } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { mostDrawings, openJpegs } from './pictures.ts'

const { ask, context, close } = await openTestShop()
afterAll(close)

/** Draws as ever, but only after the word, and counts. */
function openSlowJpegs() {
  const drawn: number[] = []
  const word = Promise.withResolvers<void>()
  const redraw: Context['images']['redraw'] = async (picture, options) => {
    drawn.push(options.width)
    await word.promise
    return context.images.redraw(picture, options)
  }
  const jpegs = openJpegs({ ...context, images: { ...context.images, redraw } })
  return { ...jpegs, drawn, goOn: word.resolve }
}

async function addJpegKey(): Promise<string> {
  const { id, widths } = await addSamplePicture(context)
  return pictureKey(id, Math.max(...widths), 'jpg')
}

test('a picture that many ask for at once is drawn once', async () => {
  const { draw, drawn, goOn } = openSlowJpegs()
  const key = await addJpegKey()
  const first = draw(key)
  await expect.poll(() => drawn).toHaveLength(1)
  const others = Array.from({ length: 20 }, () => draw(key))
  goOn()
  expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set([true]))
  expect(await draw(key)).toBe(true)
  expect(drawn).toHaveLength(1)
})

test('only so many are drawn at once; whoever comes then comes back later', { tags: 'faults' }, async () => {
  const { draw, drawn, goOn } = openSlowJpegs()
  const drawings: Promise<boolean>[] = []
  for (let n = 0; n < mostDrawings; n++) drawings.push(draw(await addJpegKey()))
  await expect.poll(() => drawn).toHaveLength(mostDrawings)
  const late = await addJpegKey()
  await expect(draw(late)).rejects.toMatchObject({ code: 'busy', extras: { retryAfterSeconds: 5 } })
  goOn()
  await Promise.all(drawings)
  expect(await draw(late)).toBe(true)
})

test('only the largest size is drawn', async () => {
  const { id, widths } = await addSamplePicture(context)
  const statuses: number[] = []
  for (const width of widths)
    statuses.push((await ask('GET', `/media/${pictureKey(id, width, 'jpg')}`)).status)
  expect(widths.length).toBeGreaterThan(1)
  expect(statuses).toEqual(widths.map((width) => (width === Math.max(...widths) ? 200 : 404)))
})
