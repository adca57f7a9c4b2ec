import { useEffect, useRef, useState } from 'react'
import { type FormPicture, moved } from './picked-pictures.ts'
import { isHeic, pictureMistake } from './picture-mistake.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** The pictures of a form, in their order. */
export function usePictures(
  start: FormPicture[],
  { most, onChange }: { most: number; onChange: () => void },
) {
  const [pictures, setPictures] = useState(start)
  const made = useRef<string[]>([])
  useEffect(() => () => made.current.forEach(URL.revokeObjectURL), [])

  const change = (next: (before: FormPicture[]) => FormPicture[]) => {
    setPictures(next)
    onChange()
  }
  const add = async (files: File[]) => {
    for (const picked of files) {
      const file = await shrinkPicture(picked)
      const id = URL.createObjectURL(file)
      made.current.push(id)
      const preview = isHeic(file) ? null : id
      const picture = { id, name: picked.name, preview, file, error: pictureMistake(file) }
      change((before) => (before.length < most ? [...before, picture] : before))
    }
  }
  return {
    pictures,
    add: (files: File[]) => void add(files),
    remove: (id: string) => change((before) => before.filter((picture) => picture.id !== id)),
    move: (id: string, by: 1 | -1) => change((before) => moved(before, id, by)),
  }
}
