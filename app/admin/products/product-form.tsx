import { useEffect, useId, useState } from 'react'
import { ProductCard } from '#app/components/product-card.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { ConflictPanel } from '../conflict-panel.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import type { ProductDraft, TypedProduct } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { readTyped, toCard, typedOf } from './product-values.ts'
import { useProductForm } from './use-product-form.ts'

type ProductFormProps = {
  product: ProductResponse | null
  draft: ProductDraft
  /** The id of the drawer, whose keys the form listens to. */
  sheet: string
  onDirty: () => void
  onSaved: () => void
  onReload: () => void
  onCancel: () => void
}

export function ProductForm({
  product,
  draft,
  sheet,
  onDirty,
  onSaved,
  onReload,
  onCancel,
}: ProductFormProps) {
  const formId = useId()
  const [kept] = useState(() => draft.read())
  const start = kept ?? typedOf(product)
  const { errors, gallery, rows, send, conflict, isBusy } = useProductForm({
    product,
    seen: start.seen,
    onDirty,
    onSaved,
  })
  const [values, setValues] = useState(() => startValues(start))
  useEffect(() => {
    if (kept) onDirty()
  }, [kept, onDirty])
  const form = errors.form.ref
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
          draft.keep({ ...readTyped(typed), seen: start.seen })
          onDirty()
        }}
      >
        <ErrorSummary {...errors.summary} />
        {kept && (
          <p className="text-muted-foreground">What you typed before is back. New pictures are not.</p>
        )}
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
          isNew={product === null}
        />
        <section aria-label="Preview" className="grid gap-2">
          <h3 className="text-sm">How it looks in the shop</h3>
          <div
            inert
            data-theme="light"
            className="w-52 rounded-card border border-border bg-background p-3 text-foreground"
          >
            <ProductCard product={toCard(values, gallery.pictures)} heading="h3" />
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
