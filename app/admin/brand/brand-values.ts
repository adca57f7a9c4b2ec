import type { BrandResponse } from '#contract/settings.ts'
import type { BrandForm, BrandPictureName, CornerStyle, FontPair } from '#rules/brand.ts'

export type BrandValues = BrandForm & { fonts: FontPair; corners: CornerStyle }

/** A file that was picked just now, or a picture that is to go. */
export type PickedPictures = Partial<Record<BrandPictureName, File | 'removed'>>

export function startValues({ name, line, colours, fonts, corners }: BrandResponse): BrandValues {
  return { name, line, ...colours, fonts, corners }
}

export function toForm(
  values: BrandValues,
  pictures: PickedPictures,
  seen: Pick<BrandResponse, 'version' | 'name_version'>,
): FormData {
  const form = new FormData()
  const { version, name_version } = seen
  for (const [name, value] of Object.entries({ ...values, version, name_version }))
    form.append(name, String(value))
  const chosen = Object.entries(pictures)
  for (const [name, file] of chosen) if (file instanceof File) form.append(name, file, file.name)
  const removed = chosen.filter(([, file]) => file === 'removed').map(([name]) => name)
  form.append('remove', removed.join(','))
  return form
}
