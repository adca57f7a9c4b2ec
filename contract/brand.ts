import { z } from 'zod'
import {
  brandMistakes,
  brandPictureNames,
  cornerStyles,
  fontPairs,
  longestBrandTexts,
} from '../rules/brand.ts'
import { text } from './fields.ts'

const picture = z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable()

export const brandResponse = z.object({
  /** Counts on with every save; sent back with the next one. 0: never saved. */
  version: z.int(),
  /** The same for the name, which is one of the settings. */
  name_version: z.int(),
  name: z.string(),
  line: z.string(),
  colours: z.object({ page: z.string(), main: z.string(), link: z.string(), highlight: z.string() }),
  fonts: z.enum(fontPairs),
  corners: z.enum(cornerStyles),
  logo_light: picture,
  logo_dark: picture,
  icon: picture,
  share_card: picture,
})

export type BrandResponse = z.infer<typeof brandResponse>

const version = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'Please say which version you have seen.' })
  .transform(Number)

/** The texts of the form; new pictures come beside them as files with the names of rules/brand.ts. */
export const brandForm = z
  .strictObject({
    version,
    name_version: version,
    name: text(longestBrandTexts.name * 2),
    line: text(longestBrandTexts.line * 2),
    page: text(20),
    main: text(20),
    link: text(20),
    highlight: text(20),
    fonts: z.enum(fontPairs, { error: 'Please choose one of the pairs of letters' }),
    corners: z.enum(cornerStyles, { error: 'Please choose how corners look' }),
    /** Pictures that are taken away, with commas between them. */
    remove: z
      .string()
      .default('')
      .transform((names) => names.split(',').filter(Boolean))
      .pipe(z.array(z.enum(brandPictureNames, { error: 'This picture is not known here.' })).max(4)),
  })
  .superRefine((form, { addIssue }) => {
    for (const [field, message] of Object.entries(brandMistakes(form)))
      addIssue({ code: 'custom', message, path: [field] })
  })

export type BrandForm = z.output<typeof brandForm>
