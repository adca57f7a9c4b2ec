import {
  type BrandColourName,
  type BrandColours,
  brandColourNames,
  type ColourMistake,
  colourMistakes,
  defaultBrandColours,
  type FailingPair,
} from './brand-colours.ts'
import type { TokenName } from './colour-pairs.ts'
import { parseColour } from './colours.ts'

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
