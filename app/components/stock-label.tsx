import { isBuyable, stockLabel } from '#rules/cart.ts'
import { classNames } from '../ui/class-names.ts'

/** From here on a dot says without words that it is nearly gone. */
const fewLeft = 5

export function StockLabel({ stock }: { stock: number }) {
  const label = stockLabel(stock)
  if (label === null) return null
  const isThere = isBuyable(stock)
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        isThere ? 'text-success' : 'text-muted-foreground',
      )}
    >
      {isThere && stock <= fewLeft && <span className="size-2 rounded-full bg-terracotta" />}
      {label}
    </span>
  )
}
