import { useEffect, useRef, useState } from 'react'
import { useWishlist } from '#app/cart/wishlist.ts'
import { ProductCard } from '#app/components/product-card.tsx'
import type { ShownProduct } from '#app/components/shown-product.tsx'
import { api } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { HeartIcon, UndoIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { Route } from './+types/wishlist-page.ts'
import { keepListed } from './saved-ids.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Wishlist',
    description: 'The products that you have saved on this device.',
    hidden: true,
  })
}

export default function WishlistPage() {
  const { ids, isLoaded } = useWishlist()
  const [listed, setListed] = useState<readonly number[]>([])
  const shown = keepListed(listed, ids)
  if (shown !== listed) setListed(shown)
  return <Page>{isLoaded && shown.length === 0 ? <Empty /> : <Saved listed={shown} />}</Page>
}

/** Skeletons stand in until the browser's storage was read and the shop has answered. */
function Saved({ listed }: { listed: readonly number[] }) {
  const saved = useSaved(listed)
  const wishlist = useWishlist()
  if (saved === 'lost') return <Lost />
  if (!saved) return <Waiting />
  const products = listed.flatMap((id) => saved.find((product) => product.id === id) ?? [])
  const gone = wishlist.ids.filter((id) => !products.some((product) => product.id === id))
  return (
    <>
      <SavedList products={products} />
      {gone.length > 0 && (
        <div className="mt-8 flex flex-wrap items-center justify-between gap-3 rounded-card bg-muted p-4">
          <p>
            {gone.length === 1 ? 'One saved product has' : `${gone.length} saved products have`} left our
            shelves.
          </p>
          <Button variant="secondary" onClick={() => gone.forEach(wishlist.remove)}>
            Take off the list
          </Button>
        </div>
      )}
    </>
  )
}

/** What was shown stays on the screen while more is asked for. */
function useSaved(listed: readonly number[]): ShownProduct[] | 'lost' | null {
  const [saved, setSaved] = useState<ShownProduct[] | 'lost' | null>(null)
  const query = listed.join(',')
  useEffect(() => {
    if (!query) return
    const leaving = new AbortController()
    api
      .get<ShownProduct[]>(`/wishlist/products?ids=${query}`, { signal: leaving.signal })
      .then(setSaved, () => leaving.signal.aborted || setSaved('lost'))
    return () => leaving.abort()
  }, [query])
  return saved
}

function Lost() {
  return (
    <ErrorPanel action={<TryAgain />}>
      Your wishlist could not be loaded. It is safe on this device.
    </ErrorPanel>
  )
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto min-h-dvh max-w-store px-gutter pt-4 pb-section lg:pt-8">
      <h1 className="mb-1">Wishlist</h1>
      <p className="mb-6 text-muted-foreground">
        Saved on this device, for you alone. Tap the heart of a product to keep it here.
      </p>
      {children}
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      icon={HeartIcon}
      title="Your wishlist is empty"
      action={<ButtonLink to="/shop">Find something you like</ButtonLink>}
    />
  )
}

function Waiting() {
  return (
    <>
      <LoadingArea className="grid grid-cols-2 gap-x-tiles gap-y-8 md:grid-cols-3 lg:grid-cols-4 [@media(scripting:none)]:hidden">
        {['one', 'two'].map((place) => (
          <div key={place}>
            <Skeleton className="aspect-4/5 rounded-card" />
            <Skeleton className="mt-3 h-5 w-3/4" />
            <Skeleton className="mt-2 h-6 w-1/2" />
          </div>
        ))}
      </LoadingArea>
      <noscript>
        <p>The wishlist needs JavaScript, which is switched off in this browser.</p>
      </noscript>
    </>
  )
}

function TryAgain() {
  return (
    <a href="/wishlist" className={buttonClass({ variant: 'secondary' })}>
      Try again
    </a>
  )
}

/** What is taken off the list leaves a place with a way back. */
function SavedList({ products }: { products: readonly ShownProduct[] }) {
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
