/** #rrggbb in small letters. */
export type Hex = string

/** Lightness 0 to 1, chroma from 0, hue in degrees: equal steps look equal (CSS Color 4). */
type Oklch = { lightness: number; chroma: number; hue: number }

/** `#abc`, `ABCDEF` and `oklch(50% 0.1 20)`; null for anything else. */
export function parseColour(text: string): Hex | null {
  const written = text.trim().toLowerCase()
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(written) ?? []
  if (digits !== undefined) return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(written) ?? []
  if (lightness === undefined) return null
  return fromOklch({ lightness: Number(lightness) / 100, chroma: Number(chroma), hue: Number(hue) })
}

/** Relative luminance as WCAG 2 counts it. */
export function luminance(colour: Hex): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: Hex, other: Hex): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (bright + 0.05) / (dim + 0.05)
}

export function toOklch(colour: Hex): Oklch {
  const [red, green, blue] = linearOf(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** What a screen cannot show loses colour, never lightness: contrast hangs on lightness. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Hex {
  const light = inside(lightness)
  let [least, most] = [0, Math.max(0, chroma)]
  if (isOnScreen(linear(light, most, hue))) return toHex(linear(light, most, hue))
  for (let round = 0; round < 8; round++) {
    const middle = (least + most) / 2
    if (isOnScreen(linear(light, middle, hue))) least = middle
    else most = middle
  }
  return toHex(linear(light, least, hue))
}

/** The same hue, lighter or darker by this much; at the ends of the scale it stays there. */
export function shifted(colour: Hex, lightness: number, chroma = 0): Hex {
  const from = toOklch(colour)
  return fromOklch({
    ...from,
    lightness: inside(from.lightness + lightness),
    chroma: Math.max(0, from.chroma + chroma),
  })
}

const step = 0.01

/** The colour that passes and whose lightness is nearest, in steps of a hundredth; null when none of this hue does. */
export function nearestPassing(colour: Hex, passes: (candidate: Hex) => boolean): Hex | null {
  if (passes(colour)) return colour
  const from = toOklch(colour)
  for (let distance = step; distance < 1 + step; distance += step) {
    for (const lightness of [from.lightness - distance, from.lightness + distance]) {
      if (lightness < -step || lightness > 1 + step) continue
      const candidate = fromOklch({ ...from, lightness: inside(lightness) })
      if (passes(candidate)) return candidate
    }
  }
  return null
}

/** The colour must stand out from each of these by at least this much. */
export type Need = { from: readonly Hex[]; least: number }

/** The same for contrast alone, exactly and at once: luminance only grows with lightness. Where none passes, the colour stays. */
export function standingOut(colour: Hex, needs: readonly Need[]): Hex {
  const limits = needs.flatMap(({ from, least }) =>
    from.map((other) => {
      const light = luminance(other) + 0.05
      return { below: light / least - 0.05, above: light * least - 0.05 }
    }),
  )
  const passes = (light: number) => limits.every(({ below, above }) => light <= below || light >= above)
  if (passes(luminance(colour))) return colour
  const chosen = toOklch(colour)
  const found = limits
    .flatMap(({ below, above }) => [below - margin, above + margin])
    .filter((light) => light >= 0 && light <= 1 && passes(light))
    .map((light) => withLuminance(chosen, light))
    .filter((candidate) => passes(luminance(candidate)))
    .map((candidate) => ({ candidate, way: Math.abs(toOklch(candidate).lightness - chosen.lightness) }))
    .sort((one, other) => one.way - other.way)
  return found[0]?.candidate ?? colour
}

/** More than what rounding to 255 steps of red, green and blue can change. */
const margin = 0.004

function withLuminance(colour: Oklch, light: number): Hex {
  let [least, most] = [0, 1]
  for (let round = 0; round < 10; round++) {
    const middle = (least + most) / 2
    if (luminance(fromOklch({ ...colour, lightness: middle })) < light) least = middle
    else most = middle
  }
  return fromOklch({ ...colour, lightness: (least + most) / 2 })
}

type Linear = [red: number, green: number, blue: number]

function linearOf(colour: Hex): Linear {
  const part = (from: number) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function linear(lightness: number, chroma: number, hue: number): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const rounding = 0.002

function isOnScreen(parts: Linear): boolean {
  return parts.every((part) => part >= -rounding && part <= 1 + rounding)
}

function toHex(parts: Linear): Hex {
  const pairs = parts.map((part) => {
    const light = inside(part)
    const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${pairs.join('')}`
}

function inside(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** The colours of app/styles.css by name: what each is for stands there. */
export const tokenNames = [
  'background',
  'card',
  'raised',
  'muted',
  'border',
  'input',
  'foreground',
  'muted-foreground',
  'primary',
  'primary-hover',
  'primary-foreground',
  'terracotta',
  'link',
  'accent',
  'hibiscus',
  'hibiscus-soft',
  'leaf',
  'success',
  'success-soft',
  'gold',
  'warning',
  'warning-soft',
  'star',
  'destructive',
  'destructive-soft',
  'destructive-ink',
  'indigo',
  'indigo-soft',
  'gray-ink',
  'gray-soft',
  'whatsapp',
  'momo',
  'momo-ink',
  'deliver',
  'ring',
  'ring-halo',
] as const

export type TokenName = (typeof tokenNames)[number]

/** Dark is the back office at night, and a brand whose page is dark. */
export type Scheme = 'light' | 'dark'

/** Which colour lies on which, and the least contrast that WCAG AA asks for there. */
export type ColourPair = { front: TokenName; ground: TokenName; least: number }

const textContrast = 4.5
const shape = 3

const each = (fronts: TokenName[], grounds: TokenName[], least: number): ColourPair[] =>
  grounds.flatMap((ground) => fronts.map((front) => ({ front, ground, least })))

const pair = (front: TokenName, ground: TokenName, least: number): ColourPair => ({ front, ground, least })

export const groundsOf = {
  light: ['background', 'card', 'muted'],
  dark: ['background', 'card', 'raised'],
} as const satisfies Record<Scheme, TokenName[]>

const fills: TokenName[] = ['primary', 'primary-hover', 'hibiscus', 'destructive', 'whatsapp', 'leaf']

/** Every pair that the design system uses. */
export const colourPairs: Record<Scheme, readonly ColourPair[]> = {
  light: [
    ...each(
      ['foreground', 'muted-foreground', 'primary', 'link', 'hibiscus', 'success', 'warning', 'destructive'],
      [...groundsOf.light],
      textContrast,
    ),
    ...each(['input', 'terracotta', 'leaf', 'star', 'ring'], [...groundsOf.light], shape),
    ...each(['primary-foreground'], [...fills, 'link', 'deliver'], textContrast),
    pair('link', 'accent', textContrast),
    pair('primary', 'accent', textContrast),
    pair('hibiscus', 'hibiscus-soft', textContrast),
    pair('success', 'success-soft', textContrast),
    pair('warning', 'warning-soft', textContrast),
    pair('destructive-ink', 'destructive-soft', textContrast),
    pair('indigo', 'indigo-soft', textContrast),
    pair('gray-ink', 'gray-soft', textContrast),
    pair('muted', 'primary', textContrast),
    pair('border', 'primary', textContrast),
    pair('gold', 'primary', shape),
    pair('ring-halo', 'primary', shape),
    pair('ring-halo', 'hibiscus', shape),
    pair('muted-foreground', 'border', textContrast),
    pair('primary', 'border', shape),
    pair('destructive', 'border', shape),
    pair('momo-ink', 'momo', textContrast),
  ],
  dark: [
    ...each(
      [
        'foreground',
        'muted-foreground',
        'primary',
        'link',
        'destructive',
        'success',
        'indigo',
        'warning',
        'whatsapp',
      ],
      [...groundsOf.dark],
      textContrast,
    ),
    ...each(['input', 'ring', 'leaf', 'star', 'terracotta'], [...groundsOf.dark], shape),
    ...each(['primary-foreground'], [...fills, 'deliver'], textContrast),
    pair('link', 'accent', textContrast),
    pair('hibiscus', 'hibiscus-soft', textContrast),
    pair('destructive', 'destructive-soft', textContrast),
    pair('success', 'success-soft', textContrast),
    pair('indigo', 'indigo-soft', textContrast),
    pair('gray-ink', 'gray-soft', textContrast),
    pair('warning', 'warning-soft', textContrast),
    pair('momo-ink', 'momo', textContrast),
  ],
}
