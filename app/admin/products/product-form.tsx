import { useEffect, useId, useState } from 'react'
import { ProductCard } from '#app/components/product-card.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import type { SelectOption } from '#app/ui/field.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { imagesRequired, mostProductPictures } from '#rules/product-fields.ts'
import { type Conflict, ConflictPanel, conflictIn } from '../conflict.tsx'
import { KeptNotice } from '../form-card.tsx'
import { progressOf, savedPicture, usePictures, useRevalidateField } from '../pictures.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  type LinkedProducts,
  mistakesIn,
  type ProductDraft,
  readTyped,
  type TypedProduct,
  toCard,
  toForm,
  typedLike,
  typedOf,
} from './product-values.ts'
import { GoesWithFields, SetFields } from './related-product-fields.tsx'

export const failedToSave = 'Failed to save product'

type ProductFormProps = {
  product: ProductResponse | null
  /** The product of which a new one is another size or shade. */
  sizeOf?: ProductResponse | null
  draft: ProductDraft
  categories: readonly SelectOption[]
  /** The id of the drawer, whose keys the form listens to. */
  sheet: string
  onDirty: () => void
  onSaved: () => void
  onReload: () => void
  onCancel: () => void
}

export function ProductForm({
  product,
  sizeOf = null,
  draft,
  categories,
  sheet,
  onDirty,
  onSaved,
  onReload,
  onCancel,
}: ProductFormProps) {
  const formId = useId()
  const [kept] = useState(() => draft.read())
  const start = kept ?? (sizeOf ? typedLike(sizeOf) : typedOf(product))
  const [linked, setLinked] = useState(start.linked)
  const { errors, gallery, rows, send, conflict, isBusy } = useProductForm({
    product,
    sizeOf,
    linked,
    seen: start.seen,
    onDirty,
    onSaved,
  })
  const [values, setValues] = useState(() => startValues(start))
  useEffect(() => {
    if (kept) onDirty()
  }, [kept, onDirty])
  const form = errors.form.ref
  const keep = (typed: FormData, products: LinkedProducts) => {
    draft.write({ ...readTyped(typed), linked: products, seen: start.seen })
    onDirty()
  }
  const link = (products: Partial<LinkedProducts>) => {
    const after = { ...linked, ...products }
    setLinked(after)
    if (form.current) keep(new FormData(form.current), after)
  }
  useShortcuts({ 'Ctrl+S': () => form.current?.requestSubmit() }, sheet)

  return (
    <div className="flex min-h-full flex-col">
      <form
        {...errors.form}
        id={formId}
        className="grid flex-1 content-start gap-5"
        onSubmit={errors.onSubmit((filled) => void send(filled))}
        onChange={(event) => {
          errors.form.onChange(event)
          const typed = new FormData(event.currentTarget)
          setValues(typed)
          keep(typed, linked)
        }}
      >
        <ErrorSummary {...errors.summary} />
        {kept && <KeptNotice hasPictures />}
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing="product"
            onReload={onReload}
            onOverwrite={() => form.current && void send(new FormData(form.current), conflict.at)}
          />
        )}
        <ProductFields
          field={(name) => ({ ...errors.field(name), defaultValue: start.texts[name] })}
          images={errors.field('images')}
          rows={rows}
          gallery={gallery}
          start={start}
          benefits={String(values.get('benefits') ?? '')}
          categories={categories}
          isNew={product === null}
          isSet={linked.parts.length > 0}
        />
        <SetFields
          {...errors.field('set_parts')}
          product={product}
          parts={linked.parts}
          onChange={(parts) => link({ parts })}
        />
        <ChoiceFields
          field={(name) => ({ ...errors.field(name), defaultValue: start.texts[name] })}
          firstLabel={errors.field('choice_of_label')}
          product={product}
          sizeOf={sizeOf}
        />
        <GoesWithFields
          {...errors.field('goes_with')}
          product={product}
          chosen={linked.goesWith}
          isWithBought={start.isWithBought}
          onChange={(goesWith) => link({ goesWith })}
        />
        <section aria-label="Preview" className="grid gap-2">
          <h3 className="text-sm">How it looks in the shop</h3>
          <div
            inert
            data-theme="light"
            className="w-52 rounded-card border border-border bg-background p-3 text-foreground"
          >
            <ProductCard
              product={toCard(
                values,
                gallery.pictures,
                linked.parts.length > 0 ? (product?.stock_quantity ?? 1) : null,
              )}
              heading="h3"
            />
          </div>
        </section>
      </form>
      <div
        data-sticky-bar=""
        className="sticky -bottom-6 z-10 -mx-gutter mt-6 -mb-6 flex gap-3 border-t border-border bg-raised px-gutter py-3"
      >
        <Button variant="secondary" onClick={onCancel} className="max-sm:flex-1">
          Cancel
        </Button>
        <Button type="submit" form={formId} busy={isBusy} busyLabel="Saving..." className="flex-1">
          Save
        </Button>
      </div>
    </div>
  )
}

function startValues({ texts, isFeatured, isBestSeller }: TypedProduct): FormData {
  const values = new FormData()
  for (const [name, text] of Object.entries(texts)) values.set(name, text)
  if (isFeatured) values.set('featured', 'on')
  if (isBestSeller) values.set('best_seller', 'on')
  return values
}

type ProductFormOptions = {
  /** Null for a new one. */
  product: ProductResponse | null
  sizeOf: ProductResponse | null
  linked: LinkedProducts
  /** What the form was opened with. */
  seen: TypedProduct['seen']
  onDirty: () => void
  onSaved: () => void
}

function useProductForm({ product, sizeOf, linked, seen, onDirty, onSaved }: ProductFormOptions) {
  const { submit, isBusy } = useSubmit()
  const [sent, setSent] = useState<number | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const start = (product?.images ?? []).map(savedPicture)
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
      linked,
      id: product?.id ?? null,
      choiceOf: sizeOf?.id ?? null,
      seen: seen && { ...seen, version: version ?? seen.version },
    })
    setConflict(null)
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    await submit({ failed: failedToSave, refuse: errors.refuse, onFailure }, async () => {
      const onProgress = files.length > 0 ? setSent : undefined
      await upload(product ? 'PUT' : 'POST', '/api/products', form, { onProgress, otherwise: failedToSave })
      onSaved()
      return { title: product ? 'Product updated successfully' : 'Product added successfully' }
    })
    setSent(null)
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
