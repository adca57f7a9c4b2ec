import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shopValues, storyBands } from './about-and-faq.ts'

test('the story is told in four bands, each with its own picture', () => {
  expect(storyBands).toHaveLength(4)
  expect(storyBands.map(({ id }) => id)).toEqual([
    'where-it-began',
    'made-for-here',
    'plants-we-know',
    'from-us-to-you',
  ])
  expect(new Set(storyBands.map((band) => band.picture)).size).toBe(4)
  for (const { picture } of storyBands) {
    const file = new URL(`../../../../sample-shop/pictures/${picture}.jpg`, import.meta.url)
    expect(existsSync(file)).toBe(true)
  }
})

test('the hours on the about page are the shop’s hours', () => {
  expect(shopValues.map((value) => value.text).join(' ')).toContain('Monday to Saturday, 9am to 10pm GMT')
})
