import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, useFieldIds } from './field.tsx'
import { StarIcon } from './icons.tsx'

const five = [1, 2, 3, 4, 5]

type StarsInputProps = FieldTexts & {
  name: string
  id?: string
  defaultValue?: number
  value?: number
  onChange?: (rating: number) => void
}

/** Five radio buttons; the stars up to the chosen one are filled, without any script. */
export function StarsInput(props: StarsInputProps) {
  const { label, help, error, hideLabel, name, value, defaultValue = 5, onChange } = props
  const { id, describedBy } = useFieldIds(props.id, { help, error })
  return (
    <fieldset
      id={id}
      aria-describedby={describedBy}
      className="grid min-w-0 grid-cols-1 justify-items-start gap-1"
    >
      <legend className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>{label}</legend>
      <div className="flex max-w-full">
        {five.map((star) => (
          <label
            key={star}
            className={classNames(
              'focus-frame relative flex size-11 min-w-0 items-center justify-center rounded-control text-input',
              'has-checked:text-star has-[~label_:checked]:text-star',
              'has-checked:[&>svg]:fill-current has-[~label_:checked]:[&>svg]:fill-current',
            )}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === undefined ? undefined : value === star}
              defaultChecked={value === undefined ? defaultValue === star : undefined}
              onChange={() => onChange?.(star)}
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            <StarIcon size={28} />
          </label>
        ))}
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  )
}
