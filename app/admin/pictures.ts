import { type RefObject, useEffect, useRef, useState } from 'react'

/** A picture of the form: one that the shop has already, or one that was picked just now. */
export type FormPicture = {
  id: string
  name: string
  /** Where the browser finds it: an address of the shop, or one of this page alone. Null for what it cannot show. */
  preview: string | null
  file?: File
  error?: string | undefined
}

export function savedPicture(address: string, index: number): FormPicture {
  return { id: address, name: `Picture ${index + 1}`, preview: address }
}

export function movePicture(pictures: readonly FormPicture[], id: string, by: 1 | -1): FormPicture[] {
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

const longestPicture = 15 * 1024 * 1024

type PickedPicture = { name: string; type: string; size: number }

/** Said at once, instead of after a long upload. */
export function pictureMistake(file: PickedPicture): string | undefined {
  const isKnown = /^image\/(?:jpeg|png|webp|avif)$/.test(file.type) || isHeic(file)
  if (!isKnown) return 'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed'
  return file.size > longestPicture ? 'Image is too large. The limit is 15 MB.' : undefined
}

/** Newer phones take photos in this format, which most browsers can neither name nor show. The shop can open it. */
export function isHeic({ name, type }: Pick<PickedPicture, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}

/** The shop shows no picture wider than 1200; twice as much leaves space to crop, and uploads in seconds. */
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
    const small = await scaleDown(photo, file.type === 'image/png' ? 'image/webp' : 'image/jpeg')
    photo.close()
    return small && small.size < file.size ? new File([small], file.name, { type: small.type }) : file
  } catch {
    return file
  }
}

async function scaleDown(photo: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}

/** The pictures of a form, in their order. */
export function usePictures(
  start: FormPicture[],
  { most, onChange }: { most: number; onChange: () => void },
) {
  const [pictures, setPictures] = useState(start)
  const objectUrls = useRef<string[]>([])
  useEffect(() => () => objectUrls.current.forEach(URL.revokeObjectURL), [])

  const change = (next: (before: FormPicture[]) => FormPicture[]) => {
    setPictures(next)
    onChange()
  }
  const add = async (files: File[]) => {
    for (const picked of files) {
      const file = await shrinkPicture(picked)
      const id = URL.createObjectURL(file)
      objectUrls.current.push(id)
      const preview = isHeic(file) ? null : id
      const picture = { id, name: picked.name, preview, file, error: pictureMistake(file) }
      change((before) => (before.length < most ? [...before, picture] : before))
    }
  }
  return {
    pictures,
    add: (files: File[]) => void add(files),
    remove: (id: string) => change((before) => before.filter((picture) => picture.id !== id)),
    move: (id: string, by: 1 | -1) => change((before) => movePicture(before, id, by)),
  }
}

/** An address of this page for a file that was just picked; null for one that the browser cannot show. */
export function useFilePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!file || isHeic(file)) return setPreview(null)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return preview
}

/** Pictures are prepared after they were picked. The form then checks its field once more, as if somebody had just typed. */
export function useRevalidateField(
  form: RefObject<HTMLFormElement | null>,
  field: string,
  picked: unknown,
): void {
  const before = useRef(picked)
  useEffect(() => {
    if (before.current === picked) return
    before.current = picked
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.dispatchEvent(new Event('change', { bubbles: true }))
  }, [form, field, picked])
}
