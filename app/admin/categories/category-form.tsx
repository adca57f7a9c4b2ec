import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { isNumber, shapeOf } from '#app/session/draft-shape.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import { checkCategory, mostTiles } from '#rules/category-fields.ts'
import { type FocusPoint, middle } from '#rules/focus-point.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { FocusPicture } from '../focus-picture.tsx'
import { type FieldTexts, FormSheet, useSheetForm } from '../form-sheet.tsx'
import { type FormPicture, savedPicture, usePictures } from '../pictures.ts'

type CategoryFormProps = {
  /** Null for a new one. */
  category: CategoryResponse | null
  /** How many categories the home page shows. */
  tiles: number
  onSaved: () => void
  onReload: () => void
  onClose: () => void
}

export function CategoryForm({ category, tiles, onSaved, onReload, onClose }: CategoryFormProps) {
  const { errors, gallery, typed, ...sending } = useCategoryForm(category, onSaved)
  const { start } = typed
  return (
    <FormSheet
      thing="category"
      isNew={category === null}
      errors={errors}
      typed={typed}
      hasPictures
      onReload={onReload}
      onClose={onClose}
      {...sending}
    >
      <TextField
        {...errors.field('name')}
        label="Name"
        help={
          category
            ? 'Of one product, such as Cleanser. With a new name, old links still lead here.'
            : 'Of one product, such as Cleanser.'
        }
        autoComplete="off"
        maxLength={60}
        defaultValue={start.name}
      />
      <TextField
        {...errors.field('heading')}
        label="Heading"
        optional
        help="Of the whole shelf, such as Cleansers. Left empty, it is the name."
        autoComplete="off"
        maxLength={60}
        defaultValue={start.heading}
      />
      <FilePicker
        {...errors.field('picture')}
        label="Picture"
        optional
        help="For the home page, where it is cropped to a square. Up to 15 MB."
        files={gallery.pictures.map(({ id, name, preview, error, file }) => ({
          id,
          name: file || id === sample.id ? name : 'Picture of the category',
          preview: preview ?? undefined,
          error,
          size: file?.size,
        }))}
        onAdd={gallery.replace}
        onRemove={gallery.remove}
      />
      {gallery.needsText && gallery.address && (
        <div className="grid gap-1.5">
          <p className="text-sm text-muted-foreground">Press on the picture where it must never be cut.</p>
          <FocusPicture
            address={gallery.address}
            focus={gallery.focus}
            crops={crops}
            onChange={gallery.setFocus}
          />
        </div>
      )}
      {gallery.needsText && (
        <TextField
          {...errors.field('alt')}
          label="What the picture shows"
          help="Read aloud to those who do not see it."
          autoComplete="off"
          maxLength={200}
          defaultValue={start.alt}
        />
      )}
      <SelectField
        {...errors.field('home_place')}
        label="On the home page"
        defaultValue={start.home_place}
        options={placeOptions(tiles, category)}
      />
      <div className="grid gap-2">
        <Switch
          name="in_footer"
          label="In the footer"
          help="While it has products"
          defaultChecked={start.in_footer !== undefined}
        />
        <Switch
          name="hidden"
          label="Hidden"
          help="Linked nowhere; its products stay in the shop"
          defaultChecked={start.hidden !== undefined}
        />
      </div>
    </FormSheet>
  )
}

const crops = [{ label: 'On the home page', shape: 'aspect-square w-32' }]

function placeOptions(tiles: number, category: CategoryResponse | null) {
  const isThere = category?.home_place != null
  const count = Math.min(mostTiles, isThere ? tiles : tiles + 1)
  const places = Array.from({ length: count }, (_, index) => String(index + 1))
  return [{ value: '', label: 'Not there' }, ...places.map((value) => ({ value, label: `Place ${value}` }))]
}

/** What the home page shows while the category has no picture of its own. */
const sample: FormPicture = { id: 'sample', name: 'Picture of the sample shop', preview: null }

function startOf(category: CategoryResponse | null): FieldTexts {
  return {
    name: category?.name ?? '',
    heading: category?.heading ?? '',
    alt: category?.alt ?? '',
    home_place: String(category?.home_place ?? ''),
    ...((category?.in_footer ?? true) && { in_footer: 'on' }),
    ...(category?.hidden && { hidden: 'on' }),
  }
}

function useCategoryForm(category: CategoryResponse | null, onSaved: () => void) {
  const { submit, isBusy } = useSubmit()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const hadPicture = category?.picture != null || category?.sample_picture === true
  const start = category?.picture ? savedPicture(category.picture, 0) : sample
  const typed = useSheetForm<FocusPoint>({
    name: `category ${category?.id ?? 'new'}`,
    saved: {
      fields: startOf(category),
      chosen: category ? { x: category.focus_x, y: category.focus_y } : middle,
      version: category?.updated_at,
    },
    isChosen: shapeOf<FocusPoint>({ x: isNumber, y: isNumber }),
  })
  const { chosen: focus, choose: setFocus } = typed
  const { pictures, add, remove } = usePictures(hadPicture ? [start] : [], {
    most: 2,
    onChange: () => typed.unsaved.onUnsavedChange(true),
  })
  // The newest one counts: whoever picks another wants that one.
  const shown = pictures.slice(-1)
  const needsText = shown.length > 0 && shown[0] !== sample
  const errors = useFormErrors((values) => {
    const text = (name: string) => String(values.get(name) ?? '')
    const mistakes = checkCategory(
      { name: text('name'), heading: text('heading'), alt: text('alt') },
      needsText,
    )
    const wrong = shown[0]?.error
    return wrong ? { ...mistakes, picture: wrong } : mistakes
  })

  const send = async (values: FormData, version = typed.version) => {
    const form = new FormData()
    for (const name of ['name', 'heading', 'alt', 'home_place']) {
      if (values.has(name)) form.append(name, String(values.get(name)))
    }
    if (needsText) {
      form.append('focus_x', String(focus.x))
      form.append('focus_y', String(focus.y))
    }
    for (const name of ['hidden', 'in_footer']) form.append(name, values.has(name) ? '1' : '0')
    const file = shown[0]?.file
    if (category && version) {
      form.append('id', String(category.id))
      form.append('expected', version)
      if (shown.length === 0 && hadPicture) form.append('remove_picture', '1')
    }
    if (file) form.append('picture', file, file.name)
    setConflict(null)
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    const failed = 'The category was not saved'
    await submit({ failed, refuse: errors.refuse, onFailure }, async () => {
      await upload(category ? 'PUT' : 'POST', '/api/categories', form, { otherwise: failed })
      typed.forget()
      onSaved()
      return { title: category ? 'Category saved' : 'Category added' }
    })
  }
  const replace = (files: File[]) => {
    for (const { id } of pictures) remove(id)
    add(files.slice(0, 1))
    setFocus(middle)
  }
  const gallery = {
    ...{ pictures: shown, needsText, replace, remove },
    ...{ address: shown[0]?.error ? null : shown[0]?.preview, focus, setFocus },
  }
  return { errors, gallery, typed, send, conflict, isBusy }
}
