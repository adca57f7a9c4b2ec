import { useEffect, useRef } from 'react'
import { useWishlist } from '#app/cart/wishlist.tsx'
import { ProductCard } from '#app/components/product-card.tsx'
import type { ShownProduct } from '#app/components/shown-product.ts'
import { Button } from '#app/ui/button.tsx'
import { UndoIcon } from '#app/ui/icons.tsx'

/** What is taken off the list leaves a place with a way back. */
export function SavedList({ products }: { products: readonly ShownProduct[] }) {
  const wishlist = useWishlist()
  return (
    <ul className="grid grid-cols-2 gap-x-tiles gap-y-8 md:grid-cols-3 lg:grid-cols-4">
      {products.map((product, place) => (
        <li key={product.id}>
          {wishlist.has(product.id) ? (
            <ProductCard product={product} eager={place < 4} />
          ) : (
            <Removed name={product.name} onUndo={() => wishlist.save(product.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Removed({ name, onUndo }: { name: string; onUndo(): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The heart that was pressed is gone: the way back takes over the focus.
  useEffect(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  return (
    <div
      ref={place}
      className="grid h-full min-h-60 place-content-center justify-items-center gap-3 rounded-card border border-dashed border-input p-3 text-center"
    >
      <p>
        Removed <strong className="font-semibold">{name}</strong>
      </p>
      <Button variant="secondary" onClick={onUndo}>
        <UndoIcon size={20} />
        <span>
          Undo<span className="sr-only"> removing {name}</span>
        </span>
      </Button>
    </div>
  )
}
