import {
  type BrandColourName,
  type BrandColours,
  brandColourNames,
  type ColourMistake,
  colourMistakes,
  defaultBrandColours,
  type FailingPair,
  footerTokens,
  officeTokens,
  schemeOf,
  storeTokens,
  type Tokens,
} from './brand-colours.ts'
import { parseColour, type TokenName } from './colours.ts'

/** Headings and text that go together; the files lie in the shop itself. */
export const fontPairs = ['classic', 'elegant', 'playful'] as const

export type FontPair = (typeof fontPairs)[number]

export const fontPairLabels = {
  classic: 'Classic: Fraunces and Onest',
  elegant: 'Elegant: Bodoni Moda and Jost',
  playful: 'Playful: Fredoka and Nunito',
} satisfies Record<FontPair, string>

export const cornerStyles = ['soft', 'square', 'round'] as const

export type CornerStyle = (typeof cornerStyles)[number]

export const cornerStyleLabels = {
  soft: 'Soft',
  square: 'Square',
  round: 'Round',
} satisfies Record<CornerStyle, string>

/** How the shop looks, without its name and pictures. */
export type BrandLook = { colours: BrandColours; fonts: FontPair; corners: CornerStyle }

export const defaultBrandLook: BrandLook = {
  colours: defaultBrandColours,
  fonts: 'classic',
  corners: 'soft',
}

export const brandColourLabels = {
  page: 'Page',
  main: 'Main colour',
  link: 'Links',
  highlight: 'Highlight',
} satisfies Record<BrandColourName, string>

export const brandPictureNames = ['logo_light', 'logo_dark', 'icon', 'share_card'] as const

export type BrandPictureName = (typeof brandPictureNames)[number]

export const longestBrandTexts = { name: 60, line: 120 } as const

/** A drawing is sent to every visitor: what is larger than this is no logo. */
export const largestDrawing = 50_000

/** The share card as chats and social networks show it. */
export const shareCardSize = { width: 1200, height: 630 } as const

export const smallestIcon = 512

export function brandFileAddress(file: string): string {
  return `/brand/files/${file}`
}

export type BrandForm = { name: string; line: string } & Record<BrandColourName, string>

/** By field; page and server say the same. */
export function brandMistakes(form: BrandForm): Record<string, string> {
  const found: Record<string, string> = {}
  const name = form.name.trim()
  if (name === '') found.name = 'Please enter the name of the shop'
  for (const field of ['name', 'line'] as const)
    if (form[field].trim().length > longestBrandTexts[field])
      found[field] = `Please use at most ${longestBrandTexts[field]} characters`
  for (const colour of brandColourNames)
    if (parseColour(form[colour]) === null) found[colour] = 'Please enter a colour such as #4a2c20'
  const colours = readBrandColours(form)
  if (colours === null) return found
  for (const [colour, mistake] of Object.entries(colourMistakes(colours)))
    found[colour] = colourMistakeText(mistake)
  return found
}

export function colourMistakeText({ worst, nearest }: ColourMistake): string {
  return `${failureText(worst)}${nearest === null ? '' : ` The nearest that passes is ${nearest}.`}`
}

/** Null while one of them is no colour. */
export function readBrandColours(form: Record<BrandColourName, string>): BrandColours | null {
  const [page, main, link, highlight] = brandColourNames.map((name) => parseColour(form[name]))
  return page && main && link && highlight ? { page, main, link, highlight } : null
}

/** "Too hard to read: 2.1 to 1 as links on the page, where 4.5 is needed." */
function failureText({ front, ground, ratio, least }: FailingPair): string {
  const shown = Math.floor(ratio * 10) / 10
  return `Too hard to read: ${shown} to 1 for ${tokenWords(front)} on ${tokenWords(ground)}, where ${least} is needed.`
}

const words: Partial<Record<TokenName, string>> = {
  background: 'the page',
  card: 'cards',
  muted: 'bands and picture grounds',
  raised: 'menus and bands',
  border: 'lines',
  foreground: 'text',
  'muted-foreground': 'secondary text',
  'primary-foreground': 'the text of buttons',
  primary: 'buttons and headings',
  'primary-hover': 'buttons under the pointer',
  link: 'links',
  accent: 'chosen fields',
  terracotta: 'highlights',
  hibiscus: 'highlighted text',
  input: 'frames of fields',
  ring: 'the focus frame',
  'ring-halo': 'the focus frame',
}

function tokenWords(name: TokenName): string {
  return words[name] ?? name.replaceAll('-', ' ')
}

/** Where the files of a pair lie. The letters of Ghana are lent by the classic pair. */
export type FontFiles = {
  serif: { core: string; latin1: string; gh: string }
  sans: { core: string; latin1: string; gh: string }
}

type Face = {
  name: string
  weight: string
  /** How wide the letters are compared with those of the classic pair, and how far they reach up and down. */
  width: number
  ascent: number
  descent: number
}

const faces: Record<Exclude<FontPair, 'classic'>, { serif: Face; sans: Face }> = {
  elegant: {
    serif: { name: 'Bodoni Moda', weight: '500', width: 1.052, ascent: 1.125, descent: 0.4 },
    sans: { name: 'Jost', weight: '400 700', width: 0.894, ascent: 1.07, descent: 0.375 },
  },
  playful: {
    serif: { name: 'Fredoka', weight: '500', width: 1.025, ascent: 0.974, descent: 0.236 },
    sans: { name: 'Nunito', weight: '400 700', width: 0.966, ascent: 1.011, descent: 0.353 },
  },
}

/** The letters that machines have, and how wide they must be drawn to take the room of the classic pair's. */
const localFonts: Record<'serif' | 'sans', [names: string[], percent: number][]> = {
  sans: [
    [['DejaVu Sans', 'Verdana'], 92.7],
    [['Noto Sans', 'Open Sans'], 100],
    [['Roboto', 'Arial', 'Liberation Sans'], 105.7],
  ],
  serif: [
    [['DejaVu Serif'], 85.4],
    [['Georgia', 'Gelasio'], 98.7],
    [['Times New Roman', 'Liberation Serif'], 108.3],
    [['Noto Serif'], 91],
  ],
}

const ranges = {
  core: 'U+20-7E,U+A0,U+A3,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC',
  latin1: 'U+A1-A2,U+A4-B6,U+B8-D6,U+D8-E8,U+EA-FF,U+131,U+152-153,U+2122,U+2212',
  gh: 'U+14A-14B,U+186,U+189,U+190-192,U+194,U+1B2,U+254,U+256,U+25B,U+263,U+28B',
}

const corners = {
  soft: null,
  square: { control: '0', card: '0', sheet: '0' },
  round: { control: '1.5rem', card: '1.75rem', sheet: '2rem' },
}

/** What differs from app/styles.css; empty for the brand that the shop comes with. */
export function brandSheet(look: BrandLook, files: FontFiles | null): string {
  return [fontRules(look, files), cornerRules(look), colourRules(look)].join('')
}

/** Both themes of the back office, for whoever works there. */
export function officeSheet({ colours }: BrandLook): string {
  if (isDefaultColours({ colours })) return ''
  const night = `{color-scheme:dark;${declarations(officeTokens('dark', colours))}${noShadows}}`
  const isDarkShop = schemeOf(colours.page) === 'dark'
  const day = isDarkShop
    ? `[data-area=back]{color-scheme:light;${declarations(officeTokens('light', colours))}}`
    : ''
  return `${day}[data-area=back][data-theme=dark]${night}@media (prefers-color-scheme:dark){[data-area=back][data-theme=system]${night}}`
}

const noShadows = '--card-shadow:0 0 #0000;--pop-shadow:0 0 #0000;--sheet-shadow:0 0 #0000'

function isDefaultColours({ colours }: Pick<BrandLook, 'colours'>): boolean {
  return JSON.stringify(colours) === JSON.stringify(defaultBrandLook.colours)
}

function colourRules({ colours }: BrandLook): string {
  if (isDefaultColours({ colours })) return ''
  const footer = footerTokens(colours)
  const scheme = schemeOf(colours.page)
  const shadows = scheme === 'dark' ? noShadows : ''
  return [
    `:root,[data-theme=light]{color-scheme:${scheme};${declarations(storeTokens(colours))}${shadows}}`,
    footer === null ? '' : `body>footer{${declarations(footer)}}`,
  ].join('')
}

function declarations(tokens: Partial<Tokens>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}

function cornerRules(look: BrandLook): string {
  const chosen = corners[look.corners]
  if (chosen === null) return ''
  return `:root{--corner-control:${chosen.control};--corner-card:${chosen.card};--corner-sheet:${chosen.sheet}}`
}

function fontRules({ fonts }: BrandLook, files: FontFiles | null): string {
  if (fonts === 'classic' || files === null) return ''
  const { serif, sans } = faces[fonts]
  return [
    `:root{--sans:"${sans.name}","${sans.name} fb",system-ui,sans-serif;--serif:"${serif.name}","${serif.name} fb",serif}`,
    ...faceRules(sans, files.sans),
    ...faceRules(serif, files.serif),
    ...fallbackRules(sans, 'sans'),
    ...fallbackRules(serif, 'serif'),
  ].join('')
}

function faceRules({ name, weight }: Face, files: FontFiles['sans']): string[] {
  return (['core', 'latin1', 'gh'] as const).map(
    (part) =>
      `@font-face{font-family:"${name}";font-weight:${weight};font-display:swap;src:url("${files[part]}") format("woff2");unicode-range:${ranges[part]}}`,
  )
}

function fallbackRules({ name, width, ascent, descent }: Face, kind: 'serif' | 'sans'): string[] {
  return localFonts[kind].map(([names, percent]) => {
    const size = percent * width
    const local = names.map((each) => `local("${each}")`).join(',')
    const share = (part: number) => `${((part / size) * 10_000).toFixed(1)}%`
    return `@font-face{font-family:"${name} fb";src:${local};size-adjust:${size.toFixed(1)}%;ascent-override:${share(ascent)};descent-override:${share(descent)};line-gap-override:0%}`
  })
}
