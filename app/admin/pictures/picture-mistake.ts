const longestPicture = 15 * 1024 * 1024

type PickedPicture = { name: string; type: string; size: number }

/** Said at once, instead of after a long way to the shop. */
export function pictureMistake(file: PickedPicture): string | undefined {
  const isKnown = /^image\/(?:jpeg|png|webp|avif)$/.test(file.type) || isHeic(file)
  if (!isKnown) return 'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed'
  return file.size > longestPicture ? 'Image is too large. The limit is 15 MB.' : undefined
}

/** Newer phones take photos in this format, which most browsers can neither name nor show. The shop can open it. */
export function isHeic({ name, type }: Pick<PickedPicture, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}
