import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Choice } from '#contract/catalogue.ts'
import { isBuyable, stockLabel } from '#rules/cart.ts'
import { saleBadge } from '#rules/sale-price.ts'
import { useCart } from '../cart/cart.tsx'
import { useWishlist } from '../cart/wishlist.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { HeartIcon, PlusIcon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { Price } from './price.tsx'
import { orderLimit } from './remaining-quantity.ts'
import { isSample, productPath, ShopPicture, type ShownProduct } from './shown-product.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

type ChooserProps = { product: ShownProduct; choices: readonly Choice[] }

type ProductCardProps = {
  product: ShownProduct
  /** Asks for the size or shade right on the card; without it the page of the product does. */
  chooser?: ComponentType<ChooserProps> | undefined
  /** For the cards of the first view. */
  eager?: boolean
  heading?: 'h2' | 'h3'
}

/** Two in a row on phones, three or four on a wide screen; a very sharp screen takes no larger file than a sharp one. */
const sizes =
  '(min-width: 64rem) 17rem, (min-width: 48rem) 31vw, (min-resolution: 2.5dppx) calc(33vw - 1rem), calc(50vw - 1.375rem)'

export function ProductCard({
  product,
  chooser: Chooser = OpenPage,
  eager,
  heading: Heading = 'h2',
}: ProductCardProps) {
  const sample = isSample(product)
  return (
    <article className="relative flex h-full flex-col">
      <Link to={productPath(product)} className="group rounded-card">
        <ShopPicture
          picture={product.picture}
          alt=""
          ratio="4/5"
          sizes={sizes}
          upTo={480}
          eager={eager}
          className="rounded-card"
        />
        <Heading className="mt-3 line-clamp-2 max-lg:min-h-10 font-sans text-[0.9375rem] leading-5 font-semibold tracking-normal text-foreground group-hover:text-link">
          {product.name}
        </Heading>
      </Link>
      <Rating product={product} />
      <CardBadge product={product} />
      {!sample && (
        <SaveButton
          product={product}
          className="absolute top-1 right-1 rounded-full bg-card/85 hover:bg-card"
        />
      )}
      <div className="mt-1 mb-3 flex flex-col justify-between gap-x-2 lg:flex-row lg:items-baseline">
        <span className="flex flex-wrap items-baseline gap-x-2">
          {product.isFrom && 'from '}
          <Price amount={product.price} regular={product.regularPrice} />
        </span>
        {!sample && <StockLabel stock={product.stock} note={product.choiceNote} />}
      </div>
      {!sample && (
        <div className="mt-auto">
          {product.choices ? (
            <Chooser product={product} choices={product.choices} />
          ) : (
            <QuickAdd product={product} />
          )}
        </div>
      )}
    </article>
  )
}

/** One badge only: more would shout. */
function CardBadge({ product }: { product: ShownProduct }) {
  const [text, tone] = badgeOf(product)
  if (!text) return null
  return (
    <Badge tone={tone} className="pointer-events-none absolute top-2 left-2">
      {text}
    </Badge>
  )
}

function badgeOf(product: ShownProduct): [text?: string, tone?: BadgeTone] {
  if (isSample(product)) return ['Sample']
  if (product.regularPrice) return [saleBadge(product), 'pink']
  if (product.isBestSeller) return ['Best seller', 'pink']
  return product.isFeatured ? ['Featured', 'clay'] : []
}

type ProductGridProps = Pick<ProductCardProps, 'chooser'> & {
  products: readonly ShownProduct[]
  /** How many stand in a row on a wide screen; a phone shows two. */
  columns?: 3 | 4
  /** How many pictures are loaded at once, because they are seen first. */
  eager?: number
  heading?: 'h2' | 'h3'
  className?: string
}

const widths = { 3: 'md:grid-cols-3', 4: 'md:grid-cols-3 lg:grid-cols-4' }

export function ProductGrid({
  products,
  columns = 3,
  eager = 0,
  heading,
  chooser,
  className,
}: ProductGridProps) {
  return (
    <ul className={classNames('grid grid-cols-2 gap-x-tiles gap-y-8', widths[columns], className)}>
      {products.map((product, place) => (
        <li key={product.id}>
          <ProductCard product={product} eager={place < eager} heading={heading} chooser={chooser} />
        </li>
      ))}
    </ul>
  )
}

function OpenPage({ product }: ChooserProps) {
  return (
    <ButtonLink to={productPath(product)} variant="secondary" wide>
      Choose<span className="sr-only"> {product.name}</span>
    </ButtonLink>
  )
}

/** One tap puts one into the cart; from then on the same place counts them. */
function QuickAdd({ product }: { product: ShownProduct }) {
  const { id, name, stock } = product
  const cart = useCart()
  const addToCart = useAddToCart()
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const line = cart.lines.find((each) => each.product.id === id)
  const isInCart = line !== undefined
  const { max, limitText } = orderLimit(stock)

  // The pressed button makes way for the stepper: its plus takes over the focus, or a keyboard would lose its place.
  useEffect(() => {
    if (!isInCart || !hadFocus.current) return
    hadFocus.current = false
    const plus = place.current?.querySelector<HTMLElement>('button:last-of-type')
    plus?.focus({ preventScroll: true })
    // The toast about what was added would cover it; a finger has seen its place, a keyboard has not.
    if (plus?.matches(':focus-visible')) plus.scrollIntoView({ block: 'center' })
  }, [isInCart])

  const add = () => {
    hadFocus.current = place.current?.contains(document.activeElement) ?? false
    addToCart({ product })
  }
  return (
    <div ref={place} className="min-h-12 [@media(scripting:none)]:hidden">
      {line && isBuyable(stock) ? (
        <QuantityStepper
          itemName={name}
          value={line.quantity}
          max={max}
          // The card says already how many there are.
          limitText={max < stock ? limitText : undefined}
          onChange={(quantity) => cart.setQuantity(id, quantity)}
        />
      ) : (
        <Button
          variant="secondary"
          wide
          className="whitespace-nowrap max-sm:px-2"
          disabled={!isBuyable(stock)}
          onClick={add}
        >
          <PlusIcon size={20} className="-ml-1" />
          <span>
            Quick Add<span className="sr-only"> {name}</span>
          </span>
        </Button>
      )}
    </div>
  )
}

type SaveButtonProps = {
  product: { id: number; name: string }
  className?: string
  /** What stands beside the heart; without it the heart stands alone. */
  label?: ReactNode
}

/** Keeps a product on this phone's wishlist, or takes it off again. */
export function SaveButton({ product, className, label }: SaveButtonProps) {
  const { id, name } = product
  const wishlist = useWishlist()
  const toasts = useToasts()
  const navigate = useNavigate()
  const toast = useRef(0)
  const isSaved = wishlist.has(id)

  const press = () => {
    if (isSaved) {
      toasts.close(toast.current)
      return wishlist.remove(id)
    }
    wishlist.save(id)
    // The heart itself says the rest; only the first time is it worth telling where the list is.
    if (wishlist.ids.length > 0) return
    const action = { label: 'View wishlist', onPress: () => void navigate('/wishlist') }
    toast.current = toasts.show({
      tone: 'success',
      title: 'Saved to your wishlist',
      description: name,
      action,
    })
  }
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={press}
      className={classNames(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-semibold text-hibiscus active:scale-98',
        '[@media(scripting:none)]:hidden',
        className,
      )}
    >
      <HeartIcon size={22} className={isSaved ? 'fill-current' : undefined} />
      {label}
    </button>
  )
}

/** The average of its reviews; nothing while there are none. A sign instead of five pictures: every byte here is on every page. */
export function Rating({
  product: { rating, reviewCount },
}: {
  product: Pick<ShownProduct, 'rating' | 'reviewCount'>
}) {
  return (
    rating && (
      <span role="img" aria-label={`Rated ${rating} out of 5`} className="text-sm text-muted-foreground">
        ★ {rating.toFixed(1)} ({reviewCount})
      </span>
    )
  )
}

/** From here on a dot says without text that it is nearly gone. */
const fewLeft = 5

type StockLabelProps = {
  stock: number
  /** Says something else, as long as there is anything to buy. */
  note?: string | undefined
}

export function StockLabel({ stock, note }: StockLabelProps) {
  const isThere = isBuyable(stock)
  const label = (isThere && note) || stockLabel(stock)
  if (label === null) return null
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        isThere && !note ? 'text-success' : 'text-muted-foreground',
      )}
    >
      {isThere && !note && stock <= fewLeft && <span className="size-2 rounded-full bg-terracotta" />}
      {label}
    </span>
  )
}
