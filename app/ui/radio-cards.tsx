import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, Optional, useFieldIds } from './field.tsx'

type RadioCard = {
  value: string
  title: ReactNode
  explanation?: ReactNode
  /** Stands at the right, such as a price. */
  aside?: ReactNode
  disabled?: boolean
}

type RadioCardsProps = FieldTexts & {
  name: string
  cards: readonly RadioCard[]
  id?: string
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  className?: string
}

export function RadioCards(props: RadioCardsProps) {
  const { label, help, error, warning, optional, hideLabel, name, cards, className } = props
  const { id, describedBy } = useFieldIds(props.id, { help, error, warning })
  const { value, defaultValue, onChange } = props
  return (
    <fieldset
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: when nothing is chosen the group is wrong, and only a radio group may say so.
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
      className={classNames('grid gap-2', className)}
    >
      <legend id={`${id}-label`} className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>
        {label}
        <Optional when={optional} />
      </legend>
      {cards.map((card) => (
        <label
          key={card.value}
          className={classNames(
            'focus-frame relative flex min-h-14 items-center gap-3 rounded-card border bg-card p-4 transition-colors',
            'has-checked:border-2 has-checked:border-primary has-checked:bg-accent has-checked:p-[15px]',
            card.disabled ? 'cursor-not-allowed text-muted-foreground' : 'hover:border-foreground',
            error ? 'border-destructive' : 'border-input',
          )}
        >
          <input
            type="radio"
            name={name}
            value={card.value}
            disabled={card.disabled}
            checked={value === undefined ? undefined : value === card.value}
            defaultChecked={value === undefined ? defaultValue === card.value : undefined}
            onChange={() => onChange?.(card.value)}
            className="peer absolute inset-0 size-full cursor-[inherit] appearance-none rounded-card opacity-0"
          />
          <span className="size-5 flex-none rounded-full border-2 border-input bg-card peer-checked:border-6 peer-checked:border-primary" />
          <span className="grid flex-1">
            <span className="font-semibold">{card.title}</span>
            {card.explanation && <span className="text-sm text-muted-foreground">{card.explanation}</span>}
          </span>
          {card.aside && <span className="font-semibold whitespace-nowrap tabular-nums">{card.aside}</span>}
        </label>
      ))}
      <FieldNotes id={id} help={help} warning={warning} error={error} />
    </fieldset>
  )
}
