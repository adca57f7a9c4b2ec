import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BrandColours,
  brandColourNames,
  colourMistakes,
  defaultBrandColours,
  footerTokens,
  officeTokens,
  schemeOf,
  storeTokens,
  type Tokens,
} from './brand-colours.ts'
import { colourPairs, contrast, type Scheme, tokenNames } from './colours.ts'

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const anyPage = fc.constantFrom('#fffbf6', '#ffffff', '#f3e9ff', '#14110f', '#0b1320')
const anyColours = fc.record({ page: anyPage, main: anyColour, link: anyColour, highlight: anyColour })

const luxury: BrandColours = { page: '#14110f', main: '#e3c078', link: '#e8b98a', highlight: '#c9935a' }
const playful: BrandColours = { page: '#fffdf2', main: '#5b2bd9', link: '#c2185b', highlight: '#ee4a26' }

const tooLow = (scheme: Scheme, tokens: Tokens) =>
  colourPairs[scheme]
    .filter(({ front, ground, least }) => contrast(tokens[front], tokens[ground]) < least)
    .map(({ front, ground }) => `${front} on ${ground}`)

/** As an owner would: whatever is refused is replaced by what is offered. */
function settled(colours: BrandColours): BrandColours {
  let taken = colours
  for (const name of brandColourNames) {
    const mistake = colourMistakes(taken)[name]
    taken = { ...taken, [name]: mistake ? (mistake.nearest ?? 'none') : taken[name] }
  }
  return taken
}

test.each([
  ['today’s', defaultBrandColours],
  ['a dark and golden brand’s', luxury],
  ['a bright and playful brand’s', playful],
])('%s colours can be read everywhere, in the shop and in both themes of the office', (_, colours) => {
  expect(colourMistakes(colours)).toEqual({})
  expect(Object.keys(storeTokens(colours)).sort()).toEqual([...tokenNames].sort())
  expect(tooLow(schemeOf(colours.page), storeTokens(colours))).toEqual([])
  for (const scheme of ['light', 'dark'] as const)
    expect(tooLow(scheme, officeTokens(scheme, colours))).toEqual([])
})

test('a colour that is too pale is refused with the nearest one that passes, and only that colour', () => {
  const mistakes = colourMistakes({ ...defaultBrandColours, link: '#ff9f80' })
  expect(Object.keys(mistakes)).toEqual(['link'])
  expect(mistakes.link?.worst.ratio).toBeLessThan(4.5)
  const offered = mistakes.link?.nearest ?? ''
  expect(colourMistakes({ ...defaultBrandColours, link: offered })).toEqual({})
})

test('a highlight is for shapes: bright ones pass, and text in it is darkened by itself', () => {
  const bright = { ...defaultBrandColours, highlight: '#f0532d' }
  expect(colourMistakes(bright)).toEqual({})
  const { terracotta, hibiscus, background } = storeTokens(bright)
  expect(terracotta).toBe('#f0532d')
  expect(contrast(hibiscus, background)).toBeGreaterThanOrEqual(4.5)
})

test('a page of middling grey, on which nothing can be read well, is moved to light or dark', () => {
  const { page } = colourMistakes({ page: '#808080', main: '#000000', link: '#000000', highlight: '#000000' })
  expect(page?.nearest).not.toBeNull()
})

test('whatever is chosen, taking what is offered gives a brand that can be read everywhere', () => {
  fc.assert(
    fc.property(anyColours, (colours) => {
      const taken = settled(colours)
      expect(colourMistakes(taken)).toEqual({})
      expect(tooLow(schemeOf(taken.page), storeTokens(taken))).toEqual([])
      const other = schemeOf(taken.page) === 'light' ? 'dark' : 'light'
      expect(tooLow(other, officeTokens(other, taken))).toEqual([])
      const footer = { ...storeTokens(taken), ...footerTokens(taken) }
      expect(contrast(footer.muted, footer.primary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(footer.border, footer.primary)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
