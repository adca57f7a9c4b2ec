import { Link } from 'react-router'
import { useCart } from '#app/cart/cart.tsx'
import { Price } from '#app/components/price.tsx'
import { productPath } from '#app/components/shown-product.ts'
import { Thumbnail } from '#app/components/thumbnail.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { InfoIcon, TrashIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import type { CartLine } from '#rules/cart.ts'
import { isBuyable, maximumQuantity } from '#rules/cart.ts'
import { formatGhs } from '#rules/money.ts'
import { type LineNews, newsTexts } from './shelf-news.ts'

type CartLineRowProps = { line: CartLine; news: LineNews | undefined; onRemove(): void }

export function CartLineRow({ line, news, onRemove }: CartLineRowProps) {
  const { product, quantity } = line
  const canBeOrdered = isBuyable(product.stock)
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] content-start gap-x-4 py-4 sm:grid-rows-[auto_auto_1fr]">
      <Link to={productPath(product)} tabIndex={-1} aria-hidden="true" className="self-start sm:row-span-3">
        <Thumbnail
          address={product.image}
          className={classNames('rounded-control', !canBeOrdered && 'grayscale')}
        />
      </Link>
      <div className="flex items-start justify-between gap-2">
        <div className={classNames('min-w-0', !canBeOrdered && 'text-muted-foreground')}>
          <Link
            to={productPath(product)}
            className="-mt-1 flex min-h-11 items-center font-semibold underline-offset-3 hover:underline"
          >
            <span className="line-clamp-2 min-w-0 wrap-anywhere">{product.name}</span>
          </Link>
          <p className="text-sm text-muted-foreground">
            {formatGhs(product.price)}
            <span className="sr-only"> each</span>
            {!canBeOrdered && <span className="sr-only">, quantity {quantity}</span>}
          </p>
        </div>
        <IconButton label={`Remove ${product.name}`} onClick={onRemove} className="-mt-1 -mr-2 flex-none">
          <TrashIcon size={20} />
        </IconButton>
      </div>
      {canBeOrdered && <HowMany line={line} isNoted={news?.wished != null} />}
      <News texts={newsTexts(line, news)} />
    </div>
  )
}

function HowMany({ line: { product, quantity }, isNoted }: { line: CartLine; isNoted: boolean }) {
  const { setQuantity } = useCart()
  return (
    <div className="mt-3 flex items-start justify-between gap-4 max-sm:col-span-2">
      <QuantityStepper
        itemName={product.name}
        value={quantity}
        max={Math.min(product.stock ?? maximumQuantity, maximumQuantity)}
        limitText={isNoted ? '' : undefined}
        onChange={(wished) => setQuantity(product.id, wished)}
      />
      <span className="pt-2.5">
        <Price amount={product.price * quantity} />
      </span>
    </div>
  )
}

/** The place is always there, so that the words are read out when they come. */
function News({ texts }: { texts: readonly string[] }) {
  return (
    <div role="status" className="max-sm:col-span-2">
      {texts.map((text) => (
        <p key={text} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-warning">
          <InfoIcon size={20} />
          {text}
        </p>
      ))}
    </div>
  )
}
