const longestPicture = 15 * 1024 * 1024

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Said at once, instead of after a long way to the shop. */
export function pictureMistake({ type, size }: { type: string; size: number }): string | undefined {
  if (!types.includes(type)) return 'Only JPEG, PNG, WebP or AVIF images are allowed'
  return size > longestPicture ? 'Image is too large. The limit is 15 MB.' : undefined
}
