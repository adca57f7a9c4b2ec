const longestSide = 1280

/** The whole photo, small enough for a weak network. Null when this browser cannot open the file. */
export async function fitPhoto(file: File): Promise<Blob | null> {
  try {
    const photo = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
    const [width, height] = [Math.round(photo.width * scale), Math.round(photo.height * scale)]
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(photo, 0, 0, width, height)
    photo.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.75))
  } catch {
    return null
  }
}
