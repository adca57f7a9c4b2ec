import { IconButton } from '#app/ui/icon-button.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { mostSaleProducts } from '#rules/sale-fields.ts'
import { ProductCombobox } from '../product-combobox.tsx'
import type { ChosenProduct } from './sale-values.ts'

type ProductChoiceProps = {
  id: string
  name: string
  error: string | undefined
  chosen: readonly ChosenProduct[]
  onChange: (products: readonly ChosenProduct[]) => void
}

/** Products are found by name and put into the sale one by one. */
export function ProductChoice({ id, name, error, chosen, onChange }: ProductChoiceProps) {
  const add = ({ id: productId, name: productName }: ProductResponse) => {
    if (chosen.length >= mostSaleProducts) return false
    onChange([...chosen, { id: productId, name: productName }])
    return true
  }
  return (
    <div className="grid gap-2">
      <ProductCombobox
        id={id}
        name={name}
        error={error}
        among="office"
        chosen={chosen}
        textOf={suggestionText}
        onChoose={add}
      />
      {chosen.length > 0 && (
        <ul className="divide-y divide-border rounded-card border border-border px-4">
          {chosen.map((product) => (
            <li key={product.id} className="flex items-center gap-3 py-1">
              <span className="flex-1 wrap-anywhere">{product.name}</span>
              <IconButton
                label={`Take ${product.name} out of the sale`}
                onClick={() => onChange(chosen.filter((each) => each.id !== product.id))}
              >
                <XIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function suggestionText({ id, name, price }: ProductResponse): string {
  return `${name} · ${formatCedis(price)} · No. ${id}`
}
