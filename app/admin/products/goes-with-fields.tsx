import { IconButton } from '#app/ui/icon-button.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { mostGoesWith } from '#rules/product-fields.ts'
import { ProductCombobox } from '../product-combobox.tsx'

export type FormCompanion = NonNullable<ProductResponse['goes_with']>[number]

type GoesWithFieldsProps = {
  id: string
  name: string
  error: string | undefined
  /** The product that is edited; null for a new one. */
  product: ProductResponse | null
  chosen: readonly FormCompanion[]
  isWithBought: boolean
  onChange: (chosen: readonly FormCompanion[]) => void
}

/** What the page of a product offers besides it: what the owner chose first, then what was bought with it. */
export function GoesWithFields({ product, chosen, isWithBought, onChange, ...field }: GoesWithFieldsProps) {
  return (
    <section aria-label="Goes well with" className="grid gap-5 rounded-card border border-border p-4">
      <div className="grid gap-1">
        <h3 className="text-sm">Goes well with</h3>
        <p className="text-sm text-muted-foreground">
          Shown on the page of the product. What you choose comes first.
        </p>
      </div>
      {chosen.length < mostGoesWith && (
        <ProductCombobox
          {...field}
          label="Add a product that goes with it"
          optional
          among="office"
          chosen={chosen.map(({ product_id: id }) => ({ id }))}
          isNone={({ id }) => id === product?.id}
          textOf={({ id, name, price }) => `${name} · ${formatCedis(price)} · No. ${id}`}
          onChoose={({ id, name }) => {
            onChange([...chosen, { product_id: id, name }])
            return true
          }}
        />
      )}
      {chosen.length > 0 && (
        <ol className="divide-y divide-border rounded-card border border-border px-4">
          {chosen.map((each) => (
            <li key={each.product_id} className="flex items-center gap-3 py-1">
              <span className="flex-1 wrap-anywhere">{each.name}</span>
              <IconButton
                label={`Do not offer ${each.name}`}
                onClick={() => onChange(chosen.filter((other) => other !== each))}
              >
                <XIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Switch
        name="goes_with_bought"
        label="Also what customers bought with it"
        help="Counted every night"
        defaultChecked={isWithBought}
      />
    </section>
  )
}
