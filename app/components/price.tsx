import { formatGhs, type Pesewas } from '#rules/money.ts'
import { classNames } from '../ui/class-names.ts'

type PriceSize = 'card' | 'page' | 'total'

const sizes = { card: 'text-lg', page: 'text-3xl', total: 'text-xl' } satisfies Record<PriceSize, string>

export function Price({ amount, size = 'card' }: { amount: Pesewas; size?: PriceSize }) {
  return (
    <span className={classNames('font-semibold whitespace-nowrap tabular-nums', sizes[size])}>
      {formatGhs(amount)}
    </span>
  )
}
