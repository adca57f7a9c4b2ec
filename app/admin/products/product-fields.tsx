import { SelectField, type SelectOption, TextField } from '#app/ui/field.tsx'
import { FilePicker, type FilePickerProps } from '#app/ui/file-picker.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { shelfOf } from '#rules/categories.ts'
import { listBenefits, mostProductPictures, type ProductTextField } from '#rules/product-fields.ts'
import { AmountField } from '../amount-field.tsx'
import type { usePictures } from '../pictures.ts'
import type { TypedProduct } from './product-values.ts'

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

/** What every product has. */
export function ProductFields({
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
        <AmountField
          {...field('price')}
          {...count}
          label="Price"
          help="What sales take off, comes off this."
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
