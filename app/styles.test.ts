import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultBrandColours } from '#rules/brand-colours.ts'
import { type ColourPair, colourPairs, contrast, groundsOf, parseColour, tokenNames } from '#rules/colours.ts'

type Tokens = Record<string, string>

const sheet = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const css = sheet('styles.css') + sheet('back-office.css')
const light = tokensOf(':root,\n[data-theme="light"] {')
const darkAlone = tokensOf('@utility colours-of-the-night {')
const dark: Tokens = { ...light, ...darkAlone }

function tokensOf(selector: string): Tokens {
  const start = css.indexOf(selector)
  const block = css.slice(start + selector.length, css.indexOf('}', start))
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name, value]) => [name, value]),
  )
}

function hexOf(tokens: Tokens, name: string): string {
  const value = tokens[name] ?? name
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return other ? hexOf(tokens, other) : (parseColour(value) ?? value)
}

const ratio = (tokens: Tokens, front: string, ground: string) =>
  contrast(hexOf(tokens, front), hexOf(tokens, ground))

const tooLow = (theme: string, tokens: Tokens, pairs: readonly ColourPair[]) =>
  pairs
    .map((pair) => ({ ...pair, found: ratio(tokens, pair.front, pair.ground) }))
    .filter(({ found, least }) => !(found >= least))
    .map(
      ({ front, ground, least, found }) =>
        `${theme} ${front} on ${ground}: ${found.toFixed(2)}, needs ${least}`,
    )

test('all pairs of colours that the design system uses can be read by everyone', () => {
  expect(colourPairs.light.length + colourPairs.dark.length).toBe(121)
  expect(tooLow('light', light, colourPairs.light)).toEqual([])
  expect(tooLow('dark', dark, colourPairs.dark)).toEqual([])
  expect(ratio({ ...dark, fill: light.destructive ?? '' }, 'foreground', 'fill')).toBeGreaterThan(4.5)
})

test('body text is strong enough for the midday sun', () => {
  for (const ground of groundsOf.light) {
    expect(ratio(light, 'foreground', ground)).toBeGreaterThan(13)
    expect(ratio(light, 'muted-foreground', ground)).toBeGreaterThan(6)
  }
})

test('the four colours that an owner may change are those of the sheet, and every colour of the sheet follows from them', () => {
  const sheetTokens = Object.keys(light).filter((name) => !name.endsWith('-shadow'))
  expect(sheetTokens.sort()).toEqual([...tokenNames].sort())
  const { page, main, link, highlight } = defaultBrandColours
  const shown = { background: page, primary: main, link, terracotta: highlight }
  for (const [name, colour] of Object.entries(shown)) expect(ratio(light, name, colour)).toBeLessThan(1.02)
})
