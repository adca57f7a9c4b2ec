import {
  type ColourPair,
  colourPairs,
  contrast,
  fromOklch,
  groundsOf,
  type Hex,
  luminance,
  type Need,
  nearestPassing,
  type Scheme,
  shifted,
  standingOut,
  type TokenName,
  toOklch,
} from './colours.ts'

export const brandColourNames = ['page', 'main', 'link', 'highlight'] as const

export type BrandColourName = (typeof brandColourNames)[number]

/** What an owner chooses; every other colour of the shop follows from these four. */
export type BrandColours = Record<BrandColourName, Hex>

/** Those of app/styles.css: a brand that keeps them needs no sheet of its own. */
export const defaultBrandColours: BrandColours = {
  page: '#fffbf6',
  main: '#4a2c20',
  link: '#97432a',
  highlight: '#c8694a',
}

export type Tokens = Record<TokenName, Hex>

/** Body text is read in midday sun: more than AA asks for. */
const bodyText = 7

export function schemeOf(page: Hex): Scheme {
  return contrast(page, '#000000') >= contrast(page, '#ffffff') ? 'light' : 'dark'
}

/** The colours of the shop's own pages. The owner's four are used as they are. */
export function storeTokens(colours: BrandColours): Tokens {
  return deriveTokens(schemeOf(colours.page), colours)
}

/** The back office has both schemes whatever the shop's page is: there the owner's colours move as far as they must. */
export function officeTokens(scheme: Scheme, colours: BrandColours): Tokens {
  if (schemeOf(colours.page) === scheme) return deriveTokens(scheme, colours)
  const [page, main] = [toOklch(colours.page), toOklch(colours.main)]
  const isLight = scheme === 'light'
  const moved = {
    page: fromOklch({
      lightness: isLight ? 0.99 : 0.18,
      chroma: Math.min(page.chroma, 0.012),
      hue: main.hue,
    }),
    main: atLightness(colours.main, isLight ? 0.35 : 0.85),
    link: atLightness(colours.link, isLight ? 0.45 : 0.75),
    highlight: atLightness(colours.highlight, isLight ? 0.55 : 0.72),
  }
  let fitting: BrandColours = moved
  for (const name of ['main', 'link', 'highlight'] as const)
    fitting = { ...fitting, [name]: nearestFor(name, fitting) ?? fitting[name] }
  return deriveTokens(scheme, fitting)
}

/** The footer lies on the main colour; where the page is dark, that would be a bright band: it gets a deeper dark instead. */
export function footerTokens(colours: BrandColours): Partial<Tokens> | null {
  if (schemeOf(colours.page) === 'light') return null
  const tokens = storeTokens(colours)
  return {
    primary: shifted(colours.page, -0.05),
    'primary-hover': tokens.card,
    muted: tokens['muted-foreground'],
    border: tokens.primary,
  }
}

export type FailingPair = ColourPair & { ratio: number }

export type ColourMistake = {
  /** The pair that is furthest from what it needs. */
  worst: FailingPair
  /** The nearest colour with which all pairs pass; null when lightness alone does not help. */
  nearest: Hex | null
}

/** For each of the four colours whether it can be read wherever the design system uses it. */
export function colourMistakes(colours: BrandColours): Partial<Record<BrandColourName, ColourMistake>> {
  const mistakes: Partial<Record<BrandColourName, ColourMistake>> = {}
  for (const name of brandColourNames) {
    const [worst] = failingOf(name, colours).sort((x, y) => x.ratio / x.least - y.ratio / y.least)
    if (worst) mistakes[name] = { worst, nearest: nearestFor(name, colours) }
  }
  return mistakes
}

function nearestFor(name: BrandColourName, colours: BrandColours): Hex | null {
  const passes = (candidate: Hex) => failingOf(name, { ...colours, [name]: candidate }).length === 0
  return nearestPassing(colours[name], passes)
}

const chosenBy: Partial<Record<TokenName, BrandColourName>> = {
  primary: 'main',
  'primary-hover': 'main',
  link: 'link',
  accent: 'link',
  terracotta: 'highlight',
  hibiscus: 'highlight',
  'hibiscus-soft': 'highlight',
}

function chooserOf({ front, ground }: ColourPair): BrandColourName {
  return chosenBy[front] ?? chosenBy[ground] ?? (front === 'primary-foreground' ? 'main' : 'page')
}

/** A pair belongs to the colour that was chosen for it; one of which nothing was chosen hangs on the page. */
function failingOf(name: BrandColourName, colours: BrandColours): FailingPair[] {
  const scheme = schemeOf(colours.page)
  const tokens = storeTokens(colours)
  return pairsOf(scheme)
    .filter((pair) => chooserOf(pair) === name)
    .map((pair) => ({ ...pair, ratio: contrast(tokens[pair.front], tokens[pair.ground]) }))
    .filter(({ ratio, least }) => ratio < least)
}

/** With a dark page the footer is no longer the main colour, and nothing of the page's lies on it. */
function pairsOf(scheme: Scheme): ColourPair[] {
  const sun = groundsOf[scheme].map((ground) => ({ front: 'foreground' as const, ground, least: bodyText }))
  return [...colourPairs[scheme], ...sun]
}

const deriveTokens = (scheme: Scheme, colours: BrandColours): Tokens =>
  scheme === 'light' ? lightTokens(colours) : darkTokens(colours)

function lightTokens({ page, main, link, highlight }: BrandColours): Tokens {
  const muted = shifted(page, -0.035, 0.006)
  const border = shifted(page, -0.087, 0.015)
  const on = needOn([page, '#ffffff', muted])
  const tint = tintOf(main)
  const cream = fromOklch({ lightness: 0.985, chroma: 0.011, hue: toOklch(page).hue })
  const hibiscusSoft = atLightness(highlight, 0.932, 0.022)
  const hibiscus = standingOut(highlight, [on(4.5, hibiscusSoft, cream)])
  const success = standingOut('#3f5a38', [on(4.5, '#e5ede0', cream)])
  return {
    ...fixed.light,
    background: page,
    card: '#ffffff',
    raised: '#ffffff',
    muted,
    border,
    input: standingOut(tint(0.582, 0.036), [on(3)]),
    foreground: standingOut(tint(0.266, 0.032), [on(bodyText)]),
    'muted-foreground': standingOut(tint(0.463, 0.038), [on(4.5, border)]),
    primary: main,
    'primary-hover': luminance(main) < 0.008 ? shifted(main, 0.09) : shifted(main, -0.055),
    'primary-foreground': cream,
    terracotta: highlight,
    link,
    accent: standingOut(atLightness(link, 0.937, 0.023), [{ from: [link, main], least: 4.5 }]),
    hibiscus,
    'hibiscus-soft': hibiscusSoft,
    leaf: standingOut('#5b7553', [on(3), { from: [cream], least: 4.5 }]),
    success,
    gold: standingOut('#c79a3b', [{ from: [main], least: 3 }]),
    warning: standingOut('#73540f', [on(4.5, '#f7ecd0')]),
    star: standingOut('#a1741a', [on(3)]),
    destructive: standingOut('#b3261e', [on(4.5, cream), { from: [border], least: 3 }]),
    whatsapp: standingOut('#0b7256', [{ from: [cream], least: 4.5 }]),
    deliver: success,
    ring: standingOut(tint(0.23, 0.035), [on(3)]),
    'ring-halo': standingOut('#f2c45a', [{ from: [main, hibiscus], least: 3 }]),
  }
}

function darkTokens({ page, main, link, highlight }: BrandColours): Tokens {
  const card = shifted(page, 0.035)
  const raised = shifted(page, 0.075)
  const on = needOn([page, card, raised])
  const paper = tintOf(page)
  // Nothing is lighter than white: what lies under the pointer then goes the other way.
  const hover = luminance(main) > 0.82 ? shifted(main, -0.06) : shifted(main, 0.05)
  const ink = standingOut(atLightness(main, 0.22, 0.03), [{ from: [main, hover], least: 4.5 }])
  const hibiscusSoft = atLightness(highlight, 0.26, 0.06)
  const deliver = standingOut('#8fc27f', [on(4.5, ink)])
  return {
    ...fixed.dark,
    background: page,
    card,
    raised,
    muted: raised,
    border: shifted(page, 0.14),
    input: standingOut(paper(0.59, 0.035), [on(3)]),
    foreground: standingOut(paper(0.955, 0.014), [on(bodyText)]),
    'muted-foreground': standingOut(paper(0.78, 0.03), [on(4.5)]),
    primary: main,
    'primary-hover': hover,
    'primary-foreground': ink,
    terracotta: highlight,
    link,
    accent: raised,
    hibiscus: standingOut(highlight, [on(4.5, ink, hibiscusSoft)]),
    'hibiscus-soft': hibiscusSoft,
    leaf: deliver,
    success: standingOut('#a9cb9e', [on(4.5, '#1f2e1b')]),
    gold: standingOut('#c79a3b', [on(3)]),
    warning: standingOut('#e9c879', [on(4.5, '#3a2c10')]),
    star: standingOut('#e9c879', [on(3)]),
    destructive: standingOut('#ff9c91', [on(4.5, ink, '#43191a')]),
    'destructive-ink': standingOut('#ff9c91', [on(4.5, '#43191a')]),
    indigo: standingOut('#bfc0ff', [on(4.5, '#25244a')]),
    whatsapp: standingOut('#6fd6b0', [on(4.5, ink)]),
    deliver,
    ring: standingOut('#f2c45a', [on(3)]),
    'ring-halo': page,
  }
}

/** What says good, careful and wrong says it in every brand. */
const fixed = {
  light: {
    'success-soft': '#e5ede0',
    'warning-soft': '#f7ecd0',
    'destructive-soft': '#fbe6e3',
    'destructive-ink': '#8e1c16',
    indigo: '#37348f',
    'indigo-soft': '#e7e7f9',
    'gray-ink': '#4f433b',
    'gray-soft': '#ece6df',
    momo: '#ffcc08',
    'momo-ink': '#1a1a1a',
  },
  dark: {
    'success-soft': '#1f2e1b',
    'warning-soft': '#3a2c10',
    'destructive-soft': '#43191a',
    'indigo-soft': '#25244a',
    'gray-ink': '#d8cbbf',
    'gray-soft': '#3a2f27',
    momo: '#ffcc08',
    'momo-ink': '#1a1a1a',
  },
} as const

function needOn(grounds: readonly Hex[]): (least: number, ...more: Hex[]) => Need {
  return (least, ...more) => ({ from: [...grounds, ...more], least })
}

function atLightness(colour: Hex, lightness: number, most = Number.POSITIVE_INFINITY): Hex {
  return tintOf(colour)(lightness, most)
}

function tintOf(colour: Hex): (lightness: number, most: number) => Hex {
  const { chroma, hue } = toOklch(colour)
  return (lightness, most) => fromOklch({ lightness, chroma: Math.min(chroma, most), hue })
}
