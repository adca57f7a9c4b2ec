import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { Thumbnail } from '#app/components/thumbnail.tsx'
import { api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { controlClass } from '#app/ui/field.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { ProductsChangeResponse } from '#contract/product-form.ts'

type ScarceProduct = DashboardResponse['lowStock'][number]

type LowStockProps = Pick<DashboardResponse, 'lowStock' | 'lowStockCount' | 'lowStockLevel'> & {
  onChanged(): void
}

/** What runs out, with the number to correct on the spot. */
export function LowStock({ lowStock, lowStockCount, lowStockLevel, onChanged }: LowStockProps) {
  const others = lowStockCount - lowStock.length
  return (
    <section aria-labelledby="low-stock" className="grid content-start gap-3">
      <h2 id="low-stock">Low stock</h2>
      {lowStock.length === 0 ? (
        <p className="text-muted-foreground">Every product has more than {lowStockLevel} in stock.</p>
      ) : (
        <ul className="divide-y divide-border rounded-card border border-border bg-card px-4">
          {lowStock.map((product) => (
            <ScarceRow
              key={`${product.id} ${product.stock_quantity}`}
              product={product}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Link to="/admin/products?low_stock=1" className="text-link underline underline-offset-3">
          {others === 1 ? '1 more product' : `${others} more products`}
        </Link>
      )}
    </section>
  )
}

function ScarceRow({ product, onChanged }: { product: ScarceProduct; onChanged(): void }) {
  const { id, name, image, stock_quantity } = product
  const { show } = useToasts()
  const { text, type, ...stock } = useTypedText(`stock-${id}`, String(stock_quantity))
  const [isBusy, setBusy] = useState(false)
  const seen = Number(stock.seen)
  const isChanged = /^\d{1,6}$/.test(text) && Number(text) !== seen
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isChanged || isBusy) return
    setBusy(true)
    try {
      await api.post<ProductsChangeResponse>('/api/products/bulk', {
        body: { action: 'set_stock', stock_quantity: Number(text), products: [{ id, seen_stock: seen }] },
      })
      show({ title: 'Stock saved', description: name, tone: 'success' })
      onChanged()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The stock was not saved', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="py-2">
      <form className="flex flex-wrap items-center gap-3" onSubmit={(event) => void save(event)}>
        <span className="w-10 flex-none">
          <Thumbnail address={image ?? undefined} className="rounded-control" />
        </span>
        <span className="min-w-32 flex-1 font-medium wrap-anywhere">{name}</span>
        <span className="w-24 flex-none">
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={999999}
            aria-label={`Stock of ${name}`}
            value={text}
            onChange={({ target }) => type(target.value)}
            className={`${controlClass} min-h-11 text-right tabular-nums`}
          />
        </span>
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          className="min-h-11"
          busy={isBusy}
          disabled={!isChanged}
          aria-label={`Save the stock of ${name}`}
        >
          Save
        </Button>
      </form>
    </li>
  )
}
