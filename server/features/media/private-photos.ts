import type { Context } from '#server/platform/context.ts'

const photoWidth = 1280
const largestPhoto = 15 * 1024 * 1024

type Folder = 'proofs' | 'returns'

/** What begins with "private" is never shown at /media. */
export function privatePhotoKey(folder: Folder, photoId: string): string {
  return `private/${folder}/${photoId}.webp`
}

/** In one size that can be looked at. Where a photo was taken, which the file itself may say, is not stored. */
export async function storePrivatePhoto(
  { images, files, random }: Context,
  folder: Folder,
  photo: Buffer,
): Promise<string> {
  const { variants } = await images.prepare(photo, { widths: [photoWidth], maxBytes: largestPhoto })
  const [small] = variants
  if (small === undefined) throw new Error('A picture was prepared without a single size')
  const photoId = random.uuid()
  await files.put(privatePhotoKey(folder, photoId), small.bytes, small.contentType)
  return photoId
}
