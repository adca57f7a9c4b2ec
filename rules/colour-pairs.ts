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

const text = 4.5
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
      text,
    ),
    ...each(['input', 'terracotta', 'leaf', 'star', 'ring'], [...groundsOf.light], shape),
    ...each(['primary-foreground'], [...fills, 'link', 'deliver'], text),
    pair('link', 'accent', text),
    pair('primary', 'accent', text),
    pair('hibiscus', 'hibiscus-soft', text),
    pair('success', 'success-soft', text),
    pair('warning', 'warning-soft', text),
    pair('destructive-ink', 'destructive-soft', text),
    pair('indigo', 'indigo-soft', text),
    pair('gray-ink', 'gray-soft', text),
    pair('muted', 'primary', text),
    pair('border', 'primary', text),
    pair('gold', 'primary', shape),
    pair('ring-halo', 'primary', shape),
    pair('ring-halo', 'hibiscus', shape),
    pair('muted-foreground', 'border', text),
    pair('primary', 'border', shape),
    pair('destructive', 'border', shape),
    pair('momo-ink', 'momo', text),
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
      text,
    ),
    ...each(['input', 'ring', 'leaf', 'star', 'terracotta'], [...groundsOf.dark], shape),
    ...each(['primary-foreground'], [...fills, 'deliver'], text),
    pair('link', 'accent', text),
    pair('hibiscus', 'hibiscus-soft', text),
    pair('destructive', 'destructive-soft', text),
    pair('success', 'success-soft', text),
    pair('indigo', 'indigo-soft', text),
    pair('gray-ink', 'gray-soft', text),
    pair('warning', 'warning-soft', text),
    pair('momo-ink', 'momo', text),
  ],
}
