import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Tokens = Record<string, string>

const sheet = (name: string) => readFileSync(new URL(`../../app/${name}`, import.meta.url), 'utf8')
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

function luminance(tokens: Tokens, name: string): number {
  const value = tokens[name] ?? name
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return luminance(tokens, other)
  const [red, green, blue] = value.startsWith('oklch') ? lightOfOklch(value) : lightOfHex(value)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function lightOfHex(value: string): [number, number, number] {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(value) ?? []
  const light = (pair: string) => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [light(red), light(green), light(blue)]
}

function lightOfOklch(value: string): [number, number, number] {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = (value.match(/[\d.]+/g) ?? []).map(
    Number,
  )
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inside = (share: number) => Math.min(1, Math.max(0, share))
  return [
    inside(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    inside(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    inside(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function contrast(tokens: Tokens, front: string, ground: string): number {
  const [bright = 0, dim = 0] = [luminance(tokens, front), luminance(tokens, ground)].sort((x, y) => y - x)
  return (bright + 0.05) / (dim + 0.05)
}

type Pair = [tokens: Tokens, front: string, ground: string, least: number]

const textRatio = 4.5
const shapeRatio = 3

const each = (tokens: Tokens, fronts: string[], grounds: string[], least: number): Pair[] =>
  grounds.flatMap((ground) => fronts.map((front): Pair => [tokens, front, ground, least]))

const lightGrounds = ['background', 'card', 'muted']
const lightTexts = [
  'foreground',
  'muted-foreground',
  'primary',
  'link',
  'hibiscus',
  'success',
  'warning',
  'destructive',
]
const lightFills = ['primary', 'primary-hover', 'hibiscus', 'destructive', 'whatsapp', 'leaf', 'link']
const darkGrounds = ['background', 'card', 'raised']
const darkTexts = [
  'foreground',
  'muted-foreground',
  'primary',
  'link',
  'destructive',
  'success',
  'indigo',
  'warning',
  'whatsapp',
]

const pairs: Pair[] = [
  ...each(light, lightTexts, lightGrounds, textRatio),
  ...each(light, ['input', 'terracotta', 'leaf', 'star', 'ring'], lightGrounds, shapeRatio),
  ...each(light, ['primary-foreground'], lightFills, textRatio),
  [light, 'link', 'accent', textRatio],
  [light, 'hibiscus', 'hibiscus-soft', textRatio],
  [light, 'success', 'success-soft', textRatio],
  [light, 'warning', 'warning-soft', textRatio],
  [light, 'destructive-ink', 'destructive-soft', textRatio],
  [light, 'indigo', 'indigo-soft', textRatio],
  [light, 'gray-ink', 'gray-soft', textRatio],
  [light, 'muted', 'primary', textRatio],
  [light, 'border', 'primary', textRatio],
  [light, 'gold', 'primary', shapeRatio],
  [light, 'ring-halo', 'primary', shapeRatio],
  [light, 'ring-halo', 'hibiscus', shapeRatio],
  [light, 'muted-foreground', 'border', textRatio],
  [light, 'momo-ink', 'momo', textRatio],
  ...each(dark, darkTexts, darkGrounds, textRatio),
  ...each(dark, ['input', 'ring'], darkGrounds, shapeRatio),
  ...each(dark, ['primary-foreground'], ['primary', 'primary-hover', 'deliver'], textRatio),
  [{ ...dark, fill: light.destructive ?? '' }, 'foreground', 'fill', textRatio],
  [dark, 'destructive', 'destructive-soft', textRatio],
  [dark, 'success', 'success-soft', textRatio],
  [dark, 'indigo', 'indigo-soft', textRatio],
  [dark, 'gray-ink', 'gray-soft', textRatio],
  [dark, 'warning', 'warning-soft', textRatio],
]

const alsoUsed: Pair[] = [
  ...each(dark, ['primary-foreground'], ['destructive', 'whatsapp', 'leaf', 'hibiscus'], textRatio),
  ...each(dark, ['leaf', 'star', 'terracotta'], darkGrounds, shapeRatio),
  [dark, 'link', 'accent', textRatio],
  [dark, 'hibiscus', 'hibiscus-soft', textRatio],
  [light, 'primary-foreground', 'deliver', textRatio],
  [light, 'primary', 'border', shapeRatio],
  [light, 'destructive', 'border', shapeRatio],
  [light, 'primary', 'accent', textRatio],
]

const tooLow = (list: Pair[]) =>
  list
    .map(([tokens, front, ground, least]) => {
      const ratio = contrast(tokens, front, ground)
      const theme = tokens === light ? 'light' : 'dark'
      return ratio >= least ? '' : `${theme} ${front} on ${ground}: ${ratio.toFixed(2)}, needs ${least}`
    })
    .filter(Boolean)

test('all 102 pairs of colours can be read by everyone', () => {
  expect(pairs).toHaveLength(102)
  expect(tooLow(pairs)).toEqual([])
})

test('the pairs that only the components use can be read too', () => {
  expect(tooLow(alsoUsed)).toEqual([])
})

test('body text is strong enough for the midday sun', () => {
  for (const ground of lightGrounds) {
    expect(contrast(light, 'foreground', ground)).toBeGreaterThan(13)
    expect(contrast(light, 'muted-foreground', ground)).toBeGreaterThan(6)
  }
})
