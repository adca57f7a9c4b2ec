export type PictureFormat = 'webp' | 'avif'

/** Where the file of a picture lies; the same words name it in the file store. */
export function pictureAddress(id: string, width: number, format: PictureFormat): string {
  return `/media/${pictureKey(id, width, format)}`
}

export function pictureKey(id: string, width: number, format: PictureFormat): string {
  return `pictures/${id}/${width}.${format}`
}

/** The picture that an address of ours means, or null for any other address. */
export function pictureIdOf(address: string): string | null {
  return /^\/media\/pictures\/([a-z0-9-]{1,64})\/\d{1,5}\.(?:webp|avif)$/.exec(address)?.[1] ?? null
}
