import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, fromOklch, luminance, nearestPassing, parseColour, shifted, toOklch } from './colours.ts'

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('a colour is read as people write it, and nothing else is a colour', () => {
  expect(parseColour(' #4A2C20 ')).toBe('#4a2c20')
  expect(parseColour('ABC')).toBe('#aabbcc')
  expect(parseColour('oklch(99% 0.008 74)')).toBe('#fffbf6')
  for (const text of ['', '#12345', 'red', 'url(x)', '#4a2c20;', 'oklch(1 2)'])
    expect(parseColour(text)).toBeNull()
})

test('contrast is what WCAG says: 21 for black on white, 1 for the same, whichever comes first', () => {
  expect(luminance('#ffffff')).toBeCloseTo(1)
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  expect(contrast('#777777', '#ffffff')).toBe(contrast('#ffffff', '#777777'))
  expect(contrast('#c8694a', '#c8694a')).toBe(1)
})

test('a colour goes to lightness, chroma and hue and comes back as the same', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      expect(fromOklch(toOklch(colour))).toBe(colour)
    }),
  )
})

test('what a screen cannot show keeps its lightness and loses colour', () => {
  const found = toOklch(fromOklch({ lightness: 0.9, chroma: 0.4, hue: 280 }))
  expect(found.lightness).toBeCloseTo(0.9, 1)
  expect(found.chroma).toBeLessThan(0.1)
  expect(shifted('#ffffff', 0.2)).toBe('#ffffff')
})

test('the nearest colour that passes has the same hue, and one that passes already stays', () => {
  const onWhite = (colour: string) => contrast(colour, '#ffffff') >= 4.5
  expect(nearestPassing('#97432a', onWhite)).toBe('#97432a')
  const found = nearestPassing('#ff6fa8', onWhite) ?? ''
  expect(contrast(found, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(found, '#ffffff')).toBeLessThan(4.8)
  expect(Math.abs(toOklch(found).hue - toOklch('#ff6fa8').hue)).toBeLessThan(6)
  expect(nearestPassing('#ff6fa8', () => false)).toBeNull()
})
