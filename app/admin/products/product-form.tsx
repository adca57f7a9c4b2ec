import { useEffect, useId, useState } from 'react'
import { ProductCard } from '#app/components/product-card.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FilePicker, type FilePickerProps } from '#app/ui/file-picker.tsx'
import { SelectField, type SelectOption } from '#app/ui/select-field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import { shelfOf } from '#rules/categories.ts'
import {
  imagesRequired,
  listBenefits,
  mostProductPictures,
  type ProductTextField,
} from '#rules/product-fields.ts'
import { type Conflict, ConflictPanel, conflictIn } from '../conflict.tsx'
import { progressOf, savedPicture, usePictures, useRevalidateField } from '../pictures.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import type { ProductDraft, TypedProduct } from './product-values.ts'
import { mistakesIn, readTyped, toCard, toForm, typedLike, typedOf } from './product-values.ts'
import { type FormPart, SetFields } from './set-fields.tsx'

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
  const [parts, setParts] = useState<readonly FormPart[]>(start.parts ?? [])
  const { errors, gallery, rows, send, conflict, isBusy } = useProductForm({
    product,
    sizeOf,
    parts,
    seen: start.seen,
    onDirty,
    onSaved,
  })
  const [values, setValues] = useState(() => startValues(start))
  useEffect(() => {
    if (kept) onDirty()
  }, [kept, onDirty])
  const form = errors.form.ref
  const keep = (typed: FormData, contents: readonly FormPart[]) => {
    draft.write({ ...readTyped(typed), parts: contents, seen: start.seen })
    onDirty()
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
          keep(typed, parts)
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
          categories={categories}
          isNew={product === null}
          isSet={parts.length > 0}
        />
        <SetFields
          {...errors.field('set_parts')}
          product={product}
          parts={parts}
          onChange={(contents) => {
            setParts(contents)
            if (form.current) keep(new FormData(form.current), contents)
          }}
        />
        <ChoiceFields
          field={(name) => ({ ...errors.field(name), defaultValue: start.texts[name] })}
          firstLabel={errors.field('choice_of_label')}
          product={product}
          sizeOf={sizeOf}
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
                parts.length > 0 ? (product?.stock_quantity ?? 1) : null,
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
  parts: readonly FormPart[]
  /** What the form was opened with. */
  seen: TypedProduct['seen']
  onDirty: () => void
  onSaved: () => void
}

function useProductForm({ product, sizeOf, parts, seen, onDirty, onSaved }: ProductFormOptions) {
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
      parts,
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

type FieldProps = { id: string; name: string; error: string | undefined }

type ProductFieldsProps = {
  field: (name: ProductTextField) => FieldProps & { defaultValue: string }
  images: FieldProps
  rows: FilePickerProps['files']
  gallery: ReturnType<typeof usePictures>
  start: TypedProduct
  /** As they are typed just now. */
  benefits: string
  categories: readonly SelectOption[]
  isNew: boolean
  isSet: boolean
}

/** With the product's own, also before the list has come, or when it is no longer in it. */
function withCurrent(categories: readonly SelectOption[], current: string): readonly SelectOption[] {
  const isThere = current === '' || categories.some(({ value }) => value === current)
  return isThere ? categories : [...categories, { value: current, label: shelfOf(current).name }]
}

const count = { type: 'number', inputMode: 'numeric', min: '0', step: '1' } as const

function ProductFields({
  field,
  images,
  rows,
  gallery,
  start,
  benefits,
  categories,
  isNew,
  isSet,
}: ProductFieldsProps) {
  return (
    <>
      <TextField {...field('name')} label="Name" autoComplete="off" maxLength={200} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('brands')} label="Brand" autoComplete="off" />
        <SelectField
          {...field('category')}
          // What is chosen from the start can only be chosen once it is there.
          key={categories.length}
          label="Category"
          placeholder="Choose a category"
          options={withCurrent(categories, start.texts.category)}
        />
        <TextField
          {...field('price')}
          {...count}
          label="Price"
          help="What sales take off, comes off this."
          prefix="Ghs"
          inputMode="decimal"
        />
        {isSet ? (
          <input type="hidden" name="stock_quantity" value="0" />
        ) : (
          <TextField
            {...field('stock_quantity')}
            {...count}
            label="Stock quantity"
            help={isNew ? undefined : 'What is sold while this form is open still comes off.'}
          />
        )}
      </div>
      <FilePicker
        {...images}
        label="Images"
        optional={!isNew}
        multiple
        accept="image/*"
        help={`The first one is the cover. Up to ${mostProductPictures}, each up to 15 MB.`}
        files={rows}
        onAdd={gallery.add}
        onRemove={gallery.remove}
        onMove={gallery.move}
      />
      <TextArea {...field('description')} label="Description" rows={4} />
      <TextArea {...field('how_to_use')} label="How to use" rows={3} />
      <TextArea {...field('benefits')} label="Key benefits" optional rows={4} help="One per line" />
      <BenefitsPreview text={benefits} />
      <TextArea {...field('ingredients')} label="Key ingredients" optional rows={4} help="One per line" />
      <TextField {...field('fda_number')} label="FDA number" optional autoComplete="off" />
      <div className="grid gap-2">
        <Switch
          name="featured"
          label="Featured"
          help="Comes first in the shop"
          defaultChecked={start.isFeatured}
        />
        <Switch name="best_seller" label="Best seller" defaultChecked={start.isBestSeller} />
        <Switch
          name="hidden"
          label="Hidden"
          help="Nobody sees it in the shop"
          defaultChecked={start.isHidden ?? false}
        />
      </div>
    </>
  )
}

function BenefitsPreview({ text }: { text: string }) {
  const benefits = listBenefits(text)
  if (benefits.length === 0) return null
  return (
    <ul
      aria-label="Key benefits as customers read them"
      className="-mt-2 list-disc pl-6 text-muted-foreground"
    >
      {benefits.map((benefit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be there twice while somebody types.
        <li key={place} className="wrap-anywhere">
          {benefit}
        </li>
      ))}
    </ul>
  )
}
