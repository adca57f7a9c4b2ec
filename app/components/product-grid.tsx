import { classNames } from '../ui/class-names.ts'
import { ProductCard } from './product-card.tsx'
import type { ShownProduct } from './shown-product.ts'

type ProductGridProps = {
  products: readonly ShownProduct[]
  /** How many stand in a row on a desk; a phone shows two. */
  columns?: 3 | 4
  /** How many pictures are loaded at once, because they are seen first. */
  eager?: number
  heading?: 'h2' | 'h3'
  className?: string
}

const widths = { 3: 'md:grid-cols-3', 4: 'md:grid-cols-3 lg:grid-cols-4' }

export function ProductGrid({ products, columns = 3, eager = 0, heading, className }: ProductGridProps) {
  return (
    <ul className={classNames('grid grid-cols-2 gap-x-tiles gap-y-8', widths[columns], className)}>
      {products.map((product, place) => (
        <li key={product.id}>
          <ProductCard product={product} eager={place < eager} heading={heading} />
        </li>
      ))}
    </ul>
  )
}
