/** The shop shows no picture wider than 1200; twice as much leaves room to cut, and travels in seconds. */
const longestSide = 2400

/** Below this a picture is quick to send as it is. */
const smallEnough = 1_500_000

/**
 * A photo straight from the camera is ten times larger than the shop needs, and somebody pays for every megabyte. Whatever
 * this browser cannot open is sent as it is; the shop then says what it thinks of it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= smallEnough) return file
  try {
    const photo = await createImageBitmap(file)
    const small = await drawn(photo, file.type === 'image/png' ? 'image/webp' : 'image/jpeg')
    photo.close()
    return small && small.size < file.size ? new File([small], file.name, { type: small.type }) : file
  } catch {
    return file
  }
}

async function drawn(photo: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const paper = canvas.getContext('2d')
  if (!paper) return null
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(photo, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}
