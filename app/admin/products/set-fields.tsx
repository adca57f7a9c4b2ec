import { Badge } from '#app/ui/badge.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { mostOfAPart, mostParts } from '#rules/sets.ts'
import { ProductCombobox } from '../product-combobox.tsx'

export type FormPart = NonNullable<ProductResponse['set_parts']>[number]

type SetFieldsProps = {
  id: string
  name: string
  error: string | undefined
  /** The product that is edited; null for a new one. */
  product: ProductResponse | null
  parts: readonly FormPart[]
  onChange: (parts: readonly FormPart[]) => void
}

/** What makes a product a set of others, and how many of each are in it. */
export function SetFields({ product, parts, onChange, ...field }: SetFieldsProps) {
  const alone = parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return (
    <section aria-label="Set" className="grid gap-5 rounded-card border border-border p-4">
      <div className="grid gap-1">
        <h3 className="text-sm">Set</h3>
        <p className="text-sm text-muted-foreground">
          Several products for one price. A set has no stock of its own: it can be bought as long as its parts
          are there.
        </p>
      </div>
      {parts.length < mostParts && (
        <ProductCombobox
          {...field}
          label="Add a product to the set"
          optional
          among="office"
          chosen={parts.map(({ product_id: id }) => ({ id }))}
          isNone={({ id, set_parts }) => id === product?.id || set_parts !== undefined}
          textOf={suggestionText}
          onChoose={({ id, name, price, hidden = false }) => {
            onChange([...parts, { product_id: id, name, price, quantity: 1, is_sold: !hidden }])
            return true
          }}
        />
      )}
      {parts.length > 0 && (
        <div className="grid gap-2">
          <ul
            aria-label="In this set"
            className="divide-y divide-border rounded-card border border-border px-4"
          >
            {parts.map((part) => (
              <li key={part.product_id} className="flex flex-wrap items-center gap-3 py-2">
                <span className="min-w-40 flex-1 wrap-anywhere">
                  {part.name} {!part.is_sold && <Badge>Not sold: the set is not either</Badge>}
                  <span className="block text-sm text-muted-foreground tabular-nums">
                    {formatCedis(part.price)}
                  </span>
                </span>
                <QuantityStepper
                  itemName={part.name}
                  value={part.quantity}
                  max={mostOfAPart}
                  limitText={`At most ${mostOfAPart}`}
                  onChange={(quantity) =>
                    onChange(parts.map((each) => (each === part ? { ...part, quantity } : each)))
                  }
                />
                <IconButton
                  label={`Take ${part.name} out of the set`}
                  onClick={() => onChange(parts.filter((each) => each !== part))}
                >
                  <XIcon size={20} />
                </IconButton>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted-foreground">Bought one by one: {formatCedis(alone)}</p>
        </div>
      )}
    </section>
  )
}

function suggestionText({ id, name, price }: ProductResponse): string {
  return `${name} · ${formatCedis(price)} · No. ${id}`
}
