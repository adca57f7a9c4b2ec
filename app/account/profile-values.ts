import type { ProfileResponse } from '#contract/accounts.ts'
import { isRecord } from '#rules/is-record.ts'
import { type ProfileTexts, profileFields } from '#rules/profile-fields.ts'

/** What becomes of the picture when the form is saved. */
export type PictureChoice =
  | { is: 'same' }
  | { is: 'none' }
  /** A data address: it can be shown, kept in a draft and sent. */
  | { is: 'small'; address: string }
  /** What this browser could not open is sent as it is. */
  | { is: 'original'; file: File }

export const samePicture: PictureChoice = { is: 'same' }

type ProfileDraft = { texts: ProfileTexts; picture: PictureChoice }

export function readTexts(values: FormData): ProfileTexts {
  const entries = profileFields.map((field) => [field, String(values.get(field) ?? '')])
  return Object.fromEntries(entries)
}

export function textsOf(profile: ProfileResponse): ProfileTexts {
  return Object.fromEntries(profileFields.map((field) => [field, profile[field]])) as ProfileTexts
}

export function isChanged({ texts, picture }: ProfileDraft, profile: ProfileResponse): boolean {
  const known = textsOf(profile)
  return picture.is !== 'same' || profileFields.some((field) => texts[field].trim() !== known[field])
}

/** The specification's form: who it is about, the texts, and the picture as a file or as nothing. */
export function toForm({ texts, picture }: ProfileDraft, { id, email }: ProfileResponse): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id, email, ...texts })) form.append(name, value)
  if (picture.is === 'none') form.append('avatar_url', '')
  if (picture.is === 'small') form.append('avatar', toFile(picture.address), 'photo.jpg')
  if (picture.is === 'original') form.append('avatar', picture.file)
  return form
}

/** A draft comes back from the browser's storage, where anything may have happened to it. */
export function isDraft(kept: unknown): kept is ProfileDraft {
  if (!isRecord(kept) || !isRecord(kept.texts) || !isRecord(kept.picture)) return false
  const { texts, picture } = kept
  const isSmall = picture.is === 'small' && String(picture.address).startsWith('data:image/jpeg;base64,')
  const isPicture = isSmall || picture.is === 'same' || picture.is === 'none'
  return isPicture && profileFields.every((field) => typeof texts[field] === 'string')
}

/** Who has no e-mail is known by the id. */
export function profilePath({ email, id }: { email: string; id: string }): string {
  return `/api/profile/email/${encodeURIComponent(email || id)}`
}

const side = 640

/**
 * A square cut out of the middle, small enough to travel over a slow network: a photo straight from the camera is a
 * hundred times as large. Null when this browser cannot open the file; the shop then tries itself.
 */
export async function shrinkPhoto(file: File): Promise<string | null> {
  try {
    const photo = await createImageBitmap(file)
    const small = cutSquare(photo)
    photo.close()
    return small
  } catch {
    return null
  }
}

function cutSquare(photo: ImageBitmap): string | null {
  const { width, height } = photo
  const shorter = Math.min(width, height)
  const size = Math.min(shorter, side)
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const paper = canvas.getContext('2d')
  if (!paper) return null
  paper.imageSmoothingQuality = 'high'
  // Where the photo is see-through, a JPEG would be black.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, size, size)
  paper.drawImage(photo, (width - shorter) / 2, (height - shorter) / 2, shorter, shorter, 0, 0, size, size)
  const small = canvas.toDataURL('image/jpeg', 0.85)
  return small.startsWith('data:image/jpeg;base64,') ? small : null
}

/** The file that a data address holds. */
function toFile(address: string): Blob {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}
