import { Thumbnail } from '#app/components/thumbnail.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'

type BestSellersProps = { sellers: DashboardResponse['bestSellers'] }

export function BestSellers({ sellers }: BestSellersProps) {
  return (
    <section aria-labelledby="best-sellers" className="grid content-start gap-3">
      <h2 id="best-sellers">Best sellers, 30 days</h2>
      {sellers.length === 0 ? (
        <p className="text-muted-foreground">Nothing was sold in the last 30 days.</p>
      ) : (
        <ol className="divide-y divide-border rounded-card border border-border bg-card px-4">
          {sellers.map(({ product_id, product_name, quantity, image }) => (
            <li key={product_id} className="flex min-h-14 items-center gap-3 py-2">
              <span className="w-10 flex-none">
                <Thumbnail address={image ?? undefined} className="rounded-control" />
              </span>
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{product_name}</span>
              <span className="tabular-nums">{quantity} sold</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
