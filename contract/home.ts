import { z } from 'zod'
import type { FocusPoint } from '../rules/focus-point.ts'
import { type HeroButton, type HomeSection, homeMistakes, homeSections } from '../rules/home-page.ts'
import { isoDate } from './codecs.ts'
import { type PictureData, text } from './fields.ts'

const percent = z.number().min(0).max(100)

/** The shape alone; what each field may hold says rules/home-page.ts, which the page reads too. */
function homeShape<Text extends z.ZodType<string>>(written: Text) {
  const button = z.strictObject({ label: written, to: written })
  return z.strictObject({
    heading: written,
    line: written,
    buttons: z.strictObject({ first: button, second: button }),
    picture: z
      .strictObject({ address: written, alt: written, focus: z.strictObject({ x: percent, y: percent }) })
      .nullable(),
    sections: z
      .array(z.strictObject({ name: z.enum(homeSections), is_shown: z.boolean() }))
      .max(homeSections.length)
      .readonly(),
  })
}

export const storedHome = homeShape(z.string())

export const homeBody = z.strictObject({
  /** The version that was opened. Without it, whatever is there is overwritten. */
  expected: isoDate.optional(),
  home: homeShape(text(500)).superRefine((home, { addIssue }) => {
    for (const [field, message] of Object.entries(homeMistakes(home)))
      addIssue({ code: 'custom', message, path: field.split('.') })
  }),
})

export const homeResponse = z.object({
  /** When it was last changed. */
  version: isoDate,
  home: storedHome,
})

export type HomeResponse = z.input<typeof homeResponse>

/** The home page as visitors see it. */
export type ShownHome = {
  heading: string
  line: string
  /** Those that are shown. */
  buttons: readonly HeroButton[]
  picture: { data: PictureData; focus: FocusPoint } | null
  /** Those that are shown, in their order. */
  sections: readonly HomeSection[]
}
