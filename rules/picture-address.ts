/** JPEG is for other places that read lists of products; it is made when somebody asks for it. */
export type PictureFormat = 'webp' | 'avif' | 'jpg'

/** The widths that the pages' layouts ask for, from a card on a small phone to a product's main picture on a laptop. */
export const pictureWidths = [160, 320, 480, 800, 1200] as const

/** The widths that also come as AVIF. The largest is looked at rarely and would take as long to make as all others together. */
export function avifWidths(widths: readonly number[]): number[] {
  return widths.filter((width) => width <= 800)
}

/** Where the shop itself hands its pictures out. */
export const shopMedia = '/media'

/** Where the file of a picture lies; the same words name it in the file store. */
export function pictureAddress(id: string, width: number, format: PictureFormat, place = shopMedia): string {
  return `${place}/${pictureKey(id, width, format)}`
}

export function pictureKey(id: string, width: number, format: PictureFormat): string {
  return `pictures/${id}/${width}.${format}`
}

/** The picture that an address of ours means, or null for any other address. */
export function pictureIdOf(address: string): string | null {
  return /^\/media\/pictures\/([a-z0-9-]{1,64})\/\d{1,5}\.(?:webp|avif)$/.exec(address)?.[1] ?? null
}

/** The same picture one size smaller, for phones that save data; null for the smallest and for any other file. */
export function smallerPictureKey(key: string): string | null {
  const [, id, width, format] = /^pictures\/([a-z0-9-]{1,64})\/(\d{1,5})\.(webp|avif)$/.exec(key) ?? []
  const smaller = pictureWidths.findLast((each) => each < Number(width))
  return id && smaller ? `pictures/${id}/${smaller}.${format}` : null
}

/** The picture that a JPEG of ours shows, and its width; null for any other file. */
export function pictureOfJpeg(key: string): { id: string; width: number } | null {
  const [, id, width] = /^pictures\/([a-z0-9-]{1,64})\/(\d{1,5})\.jpg$/.exec(key) ?? []
  return id && width ? { id, width: Number(width) } : null
}
