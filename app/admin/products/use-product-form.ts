import { useRef, useState } from 'react'
import { isApiProblem } from '#app/data/api-problem.ts'
import { upload } from '#app/data/upload.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import { imagesRequired, mostProductPictures } from '#rules/product-fields.ts'
import { type Conflict, conflictIn } from '../conflict.ts'
import { keptPicture, progressOf } from '../pictures/picked-pictures.ts'
import { usePictures } from '../pictures/use-pictures.ts'
import { useRevalidateField } from '../pictures/use-revalidate-field.ts'
import type { TypedProduct } from './product-draft.ts'
import { mistakesIn, toForm } from './product-values.ts'
import { failedToSave } from './use-product-changes.ts'

type ProductFormWork = {
  /** Null for a new one. */
  product: ProductResponse | null
  /** What the form was opened with. */
  seen: TypedProduct['seen']
  onDirty: () => void
  onSaved: () => void
}

export function useProductForm({ product, seen, onDirty, onSaved }: ProductFormWork) {
  const { show, close } = useToasts()
  const lastFailure = useRef<number | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isBusy, setBusy] = useState(false)
  const start = (product?.images ?? []).map(keptPicture)
  const gallery = usePictures(start, { most: mostProductPictures, onChange: onDirty })
  const errors = useFormErrors((values) => ({ ...mistakesIn(values), ...pictureMistakes() }))

  useRevalidateField(errors.form.ref, 'images', gallery.pictures)

  function pictureMistakes(): Record<string, string> {
    const wrong = gallery.pictures.find(({ error }) => error)
    if (wrong?.error) return { images: `${wrong.name}: ${wrong.error}` }
    return !product && gallery.pictures.length === 0 ? { images: imagesRequired } : {}
  }

  /** With a version, that one may be overwritten. */
  const send = async (values: FormData, version = seen?.version) => {
    const { form, files } = toForm({
      values,
      pictures: gallery.pictures,
      id: product?.id ?? null,
      seen: seen && { ...seen, version: version ?? seen.version },
    })
    setBusy(true)
    setConflict(null)
    if (lastFailure.current !== null) close(lastFailure.current)
    try {
      const onProgress = files.length > 0 ? setSent : undefined
      await upload(product ? 'PUT' : 'POST', '/api/products', form, { onProgress, otherwise: failedToSave })
      const title = product ? 'Product updated successfully' : 'Product added successfully'
      show({ title, tone: 'success' })
      onSaved()
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
      setSent(null)
    }
  }

  const tell = (error: unknown) => {
    const description = error instanceof Error ? error.message : undefined
    lastFailure.current = show({ title: failedToSave, description, tone: 'destructive' })
    if (!isApiProblem(error)) return
    setConflict(conflictIn(error))
    if (Object.keys(error.fields).length > 0) errors.refuse(error.fields)
  }

  const files = gallery.pictures.flatMap(({ file }) => file ?? [])
  const progress = sent === null ? [] : progressOf(files, sent)
  const rows = gallery.pictures.map(({ id, name, preview, file, error }) => ({
    id,
    name,
    preview: preview ?? undefined,
    error,
    size: file?.size,
    progress: file && progress[files.indexOf(file)],
  }))
  return { errors, gallery, rows, send, conflict, isBusy }
}
