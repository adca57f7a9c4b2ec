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
export function toFile(address: string): Blob {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}
