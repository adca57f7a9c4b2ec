import { useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Combobox } from '#app/ui/combobox.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import type { ManualOrderLine } from './manual-order.ts'

type ManualOrderLinesProps = {
  id: string
  name: string
  error: string | undefined
  lines: readonly ManualOrderLine[]
  onChange(lines: readonly ManualOrderLine[]): void
}

/** Products are found by name and put on the order one by one. */
export function ManualOrderLines({ id, name, error, lines, onChange }: ManualOrderLinesProps) {
  const [typed, setTyped] = useState('')
  const [round, setRound] = useState(0)
  const { answer, error: failed } = useFetch<ProductResponse[]>(
    `/api/products?limit=50&q=${encodeURIComponent(typed.slice(0, 60))}`,
  )
  const offered = (answer ?? []).filter((product) => !lines.some((line) => line.id === product.id))
  const add = (chosen: string) => {
    const product = offered.find((each) => wordsFor(each) === chosen)
    if (!product || product.stock_quantity <= 0) return
    const { id: productId, name: productName, stock_quantity: stock } = product
    const line = {
      id: productId,
      name: productName,
      stock,
      price: fromCedis(product.price) ?? 0,
      quantity: 1,
    }
    onChange([...lines, line])
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
        suggestions={offered.map((product) => ({ text: wordsFor(product) }))}
        onChange={({ target }) => setTyped(target.value)}
        onChoose={({ text }) => add(text)}
      />
      {lines.length > 0 && (
        <ul className="divide-y divide-border rounded-card border border-border px-4">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap items-center gap-3 py-2">
              <span className="min-w-40 flex-1 wrap-anywhere">
                {line.name}
                <span className="block text-sm text-muted-foreground tabular-nums">
                  {formatGhs(line.price)}
                </span>
              </span>
              <QuantityStepper
                itemName={line.name}
                value={line.quantity}
                max={line.stock}
                onChange={(quantity) =>
                  onChange(lines.map((each) => (each.id === line.id ? { ...each, quantity } : each)))
                }
              />
              <IconButton
                label={`Take ${line.name} off the order`}
                onClick={() => onChange(lines.filter(({ id: other }) => other !== line.id))}
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

function wordsFor({ name, price, stock_quantity }: ProductResponse): string {
  const stock = stock_quantity > 0 ? `${stock_quantity} in stock` : 'Out of Stock'
  return `${name} · ${formatGhs(fromCedis(price) ?? 0)} · ${stock}`
}
