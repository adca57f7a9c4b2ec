import { useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { MinusIcon, PlusIcon } from './icons.tsx'

type QuantityStepperProps = {
  /** What is counted; part of every label. */
  itemName: string
  value: number
  onChange: (quantity: number) => void
  name?: string
  max?: number
  /** Why there can be no more; shown at the maximum. */
  limitText?: string
  className?: string
}

export function QuantityStepper(props: QuantityStepperProps) {
  const { itemName, value, onChange, name, max, limitText, className } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const full = max !== undefined && value >= max

  const change = (quantity: number) => {
    setTyped(null)
    if (quantity === value) return
    onChange(quantity)
    setAnnounced(`Quantity of ${itemName}: ${quantity}`)
  }
  return (
    <div className={classNames('inline-grid max-w-full grid-cols-1 justify-items-start gap-1', className)}>
      <div className="inline-flex max-w-full rounded-control border border-input bg-card">
        <IconButton
          label={`Decrease quantity of ${itemName}`}
          disabled={value <= 1}
          onClick={() => change(readQuantity(String(value - 1), { max }))}
        >
          <MinusIcon size={20} />
        </IconButton>
        <input
          type="number"
          inputMode="numeric"
          enterKeyHint="done"
          name={name}
          min={1}
          max={max}
          aria-label={`Quantity of ${itemName}`}
          value={typed ?? value}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => typed !== null && change(readQuantity(typed, { max }))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === null) return
            event.preventDefault()
            change(readQuantity(typed, { max }))
          }}
          className="w-12 min-w-0 [appearance:textfield] text-center font-semibold tabular-nums [&::-webkit-inner-spin-button]:appearance-none"
        />
        <IconButton
          label={`Increase quantity of ${itemName}`}
          disabled={full}
          onClick={() => change(readQuantity(String(value + 1), { max }))}
        >
          <PlusIcon size={20} />
        </IconButton>
      </div>
      {full && limitText && <span className="text-sm text-muted-foreground">{limitText}</span>}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}

type QuantityLimits = { min?: number; max?: number }

/** What a person meant by what stands in the field: words and empty fields become the minimum, too much becomes the maximum. */
export function readQuantity(
  typed: string,
  { min = 1, max = Number.POSITIVE_INFINITY }: QuantityLimits = {},
): number {
  const whole = Math.trunc(Number(typed.trim() === '' ? Number.NaN : typed))
  if (!Number.isFinite(whole)) return min
  return Math.max(min, Math.min(whole, max))
}
