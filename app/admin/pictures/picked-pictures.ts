/** A picture of the form: one that the shop has already, or one that was picked just now. */
export type FormPicture = {
  id: string
  name: string
  /** Where the browser finds it: an address of the shop, or one of this page alone. Null for what it cannot show. */
  preview: string | null
  file?: File
  error?: string | undefined
}

export function keptPicture(address: string, index: number): FormPicture {
  return { id: address, name: `Picture ${index + 1}`, preview: address }
}

export function moved(pictures: readonly FormPicture[], id: string, by: 1 | -1): FormPicture[] {
  const from = pictures.findIndex((picture) => picture.id === id)
  const picture = pictures[from]
  if (!picture) return [...pictures]
  const others = pictures.filter((other) => other !== picture)
  return others.toSpliced(Math.max(0, from + by), 0, picture)
}

/** The order for the shop: its own addresses, and `new:0` for the first file that comes with the form. */
export function pictureOrder(pictures: readonly FormPicture[]): { order: string[]; files: File[] } {
  const files = pictures.flatMap(({ file }) => file ?? [])
  const order = pictures.map(({ id, file }) => (file ? `new:${files.indexOf(file)}` : id))
  return { order, files }
}

/** Of the whole form so much is sent: how much of each file that is, in whole percent. */
export function progressOf(files: readonly { size: number }[], sent: number): number[] {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  return files.map(({ size }) => {
    const share = size === 0 ? 1 : (sent * total - before) / size
    before += size
    return Math.round(100 * Math.min(1, Math.max(0, share)))
  })
}
