import { ProductGrid } from '#app/components/product-card.tsx'
import { QuickChoose } from '#app/components/quick-choose.tsx'
import type { ShownProduct } from '#app/components/shown-product.ts'

type MoreProductsProps = { title: string; products: readonly ShownProduct[] }

/** A row of other products; nothing at all where there are none. */
export function MoreProducts({ title, products }: MoreProductsProps) {
  if (products.length === 0) return null
  return (
    <section>
      <h2 className="mb-5">{title}</h2>
      <ProductGrid chooser={QuickChoose} products={products} columns={4} heading="h3" />
    </section>
  )
}
