import { Link } from 'react-router'
import { Badge } from '../ui/badge.tsx'
import { Price } from './price.tsx'
import { QuickAdd } from './quick-add.tsx'
import { SaveButton } from './save-button.tsx'
import { ShopPicture } from './shop-picture.tsx'
import { isSample, productPath, type ShownProduct } from './shown-product.ts'
import { StockLabel } from './stock-label.tsx'

export type ProductCardProps = {
  product: ShownProduct
  /** For the cards of the first view. */
  eager?: boolean
  heading?: 'h2' | 'h3'
}

/** Two in a row on phones, three or four on a desk; a very sharp screen takes no larger file than a sharp one. */
const sizes =
  '(min-width: 64rem) 17rem, (min-width: 48rem) 31vw, (min-resolution: 2.5dppx) calc(33vw - 1rem), calc(50vw - 1.375rem)'

export function ProductCard({ product, eager, heading: Heading = 'h2' }: ProductCardProps) {
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
      <CardBadge product={product} />
      {!sample && (
        <SaveButton
          product={product}
          className="absolute top-1 right-1 rounded-full bg-card/85 hover:bg-card"
        />
      )}
      <div className="mt-1 mb-3 flex flex-col justify-between gap-x-2 lg:flex-row lg:items-baseline">
        <Price amount={product.price} />
        {!sample && <StockLabel stock={product.stock} />}
      </div>
      {!sample && (
        <div className="mt-auto">
          <QuickAdd product={product} />
        </div>
      )}
    </article>
  )
}

/** One badge only: more would shout. */
function CardBadge({ product }: { product: ShownProduct }) {
  const place = 'pointer-events-none absolute top-2 left-2'
  if (isSample(product)) return <Badge className={place}>Sample</Badge>
  if (product.isBestSeller)
    return (
      <Badge tone="pink" className={place}>
        Best seller
      </Badge>
    )
  if (product.isFeatured)
    return (
      <Badge tone="clay" className={place}>
        Featured
      </Badge>
    )
  return null
}
