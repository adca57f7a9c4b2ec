export type ImageRefusalCode = 'image_too_large' | 'image_not_supported' | 'image_broken'

const words = {
  image_too_large: 'Image is too large',
  image_not_supported: 'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed',
  image_broken: 'This image cannot be read',
} satisfies Record<ImageRefusalCode, string>

/** A picture that is not taken; recognised by its code. */
export class ImageRefusal extends Error {
  override name = 'ImageRefusal'
  readonly code: ImageRefusalCode

  constructor(code: ImageRefusalCode, cause?: unknown) {
    super(words[code], { cause })
    this.code = code
  }
}

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** Judged by the first bytes, never by a name or a declared type: the decoder would happily open SVG and other formats too. */
export function formatOf(bytes: Uint8Array): ImageFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return head.slice(4, 8) === 'ftyp' ? formatOfBrands(brandsIn(head)) : null
}

function formatOfBrands(brands: readonly string[]): ImageFormat | null {
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  return brands.includes('heic') || brands.includes('heix') ? 'heic' : null
}

/** The file type box of a picture in this family names its family members, four letters each. */
function brandsIn(head: string): string[] {
  const size = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length)
  const brands = head.slice(8, size).match(/.{4}/gs) ?? []
  return brands.filter((_, place) => place !== 1)
}
