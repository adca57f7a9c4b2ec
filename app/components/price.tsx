import { formatGhs, type Pesewas } from '#rules/money.ts'
import { classNames } from '../ui/class-names.ts'

type PriceSize = 'card' | 'page' | 'total'

const sizes = { card: 'text-lg', page: 'text-3xl', total: 'text-xl' } satisfies Record<PriceSize, string>

type PriceProps = {
  amount: Pesewas
  /** Struck through beside it, while a sale holds. */
  regular?: Pesewas | undefined
  size?: PriceSize
}

export function Price({ amount, regular, size = 'card' }: PriceProps) {
  const price = (
    <span className={classNames('font-semibold whitespace-nowrap tabular-nums', sizes[size])}>
      {formatGhs(amount)}
    </span>
  )
  if (regular === undefined) return price
  return (
    <span>
      {price} <span className="sr-only">instead of </span>
      <s className="text-sm whitespace-nowrap text-muted-foreground">{formatGhs(regular)}</s>
    </span>
  )
}
