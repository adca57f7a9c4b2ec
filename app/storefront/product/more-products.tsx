import { useEffect, useRef, useState } from 'react'
import { readWishlist, saveToWishlist } from '#app/cart/wishlist.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { QuickChoose } from '#app/components/quick-choose.tsx'
import type { ShownProduct } from '#app/components/shown-product.tsx'
import { stored } from '#app/data/stored.ts'

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

/** Numbers of products, the newest first, on this device only; they go when somebody signs out. */
const recentStore = stored('adom_recently_viewed', readWishlist)

/** What was looked at before, at the end of the page. A first visit has seen nothing yet and loads nothing for it. */
export function RecentlyViewed({ id }: { id: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [products, setProducts] = useState<readonly ShownProduct[]>([])
  useEffect(() => {
    const before = recentStore.read().filter((each) => each !== id)
    recentStore.write(saveToWishlist(before, id))
    if (before.length === 0 || !place.current) return
    const leaving = new AbortController()
    const end = place.current
    import('./find-recent.ts')
      .then(({ findRecent }) => findRecent(before, end, leaving.signal))
      .then(setProducts, () => {})
    return () => {
      leaving.abort()
      setProducts([])
    }
  }, [id])
  return (
    <div ref={place} className={products.length > 0 ? 'mt-10 lg:mt-14' : ''}>
      <MoreProducts title="Recently viewed" products={products} />
    </div>
  )
}
