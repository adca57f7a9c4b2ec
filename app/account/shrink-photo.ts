const side = 640

/**
 * A square cut out of the middle, small enough to travel over a slow network: a photo straight from the camera is a
 * hundred times as large. Null when this browser cannot open the file; the shop then tries itself.
 */
export async function shrinkPhoto(file: File): Promise<string | null> {
  const address = URL.createObjectURL(file)
  try {
    const photo = new Image()
    photo.src = address
    await photo.decode()
    return cutSquare(photo)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

function cutSquare(photo: HTMLImageElement): string | null {
  const { naturalWidth: width, naturalHeight: height } = photo
  const shorter = Math.min(width, height)
  const size = Math.min(shorter, side)
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const paper = canvas.getContext('2d')
  if (!paper || size === 0) return null
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
