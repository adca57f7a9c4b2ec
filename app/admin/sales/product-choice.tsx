import { useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Combobox } from '#app/ui/combobox.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { mostSaleProducts } from '#rules/sale-fields.ts'
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
  const [typed, setTyped] = useState('')
  const [round, setRound] = useState(0)
  const { data, error: failed } = useFetch<ProductResponse[]>(
    `/api/products?admin=1&limit=50&q=${encodeURIComponent(typed.slice(0, 60))}`,
  )
  const suggested = (data ?? []).filter((product) => !chosen.some((each) => each.id === product.id))
  const add = (text: string) => {
    const product = suggested.find((each) => suggestionText(each) === text)
    if (!product || chosen.length >= mostSaleProducts) return
    onChange([...chosen, { id: product.id, name: product.name }])
    setTyped('')
    setRound((before) => before + 1)
  }
  return (
    <div className="grid gap-2">
      <Combobox
        key={round}
        id={id}
        name={name}
        label="Add a product"
        error={error}
        help={failed ? 'The products could not be loaded. Check your connection.' : undefined}
        suggestions={suggested.map((product) => ({ text: suggestionText(product) }))}
        onChange={({ target }) => setTyped(target.value)}
        onChoose={({ text }) => add(text)}
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
