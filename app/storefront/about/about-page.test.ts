import { readdirSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findStoryPicture } from './about-page.tsx'

const storyBands = ['where-it-began', 'made-for-here', 'plants-we-know', 'from-us-to-you']

const folder = new URL('./pictures/', import.meta.url)

test('every band of the story has its picture in four widths and two formats', () => {
  for (const id of storyBands) {
    const picture = findStoryPicture(id)
    expect(picture?.source.avif?.map(({ width }) => width)).toEqual([360, 540, 720, 1120])
    expect(picture?.source.webp?.map(({ width }) => width)).toEqual([360, 540, 720, 1120])
    expect(picture?.alt).not.toBe('')
  }
})

test('no picture of the story costs a phone more than 30 KB', () => {
  const forPhones = readdirSync(folder).filter((name) => /-(?:360|540|720)\./.test(name))
  expect(forPhones).toHaveLength(storyBands.length * 3 * 2)
  for (const name of forPhones) expect(statSync(new URL(name, folder)).size).toBeLessThan(30_000)
})
