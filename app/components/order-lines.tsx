import { formatGhs, type Pesewas } from '#rules/money.ts'
import { Thumbnail } from './thumbnail.tsx'

export type ShownLine = {
  id: number
  name: string
  quantity: number
  amount: Pesewas
  /** Where its small picture lies. */
  picture: string | undefined
}

/** What is in an order, to be read and not to be changed. */
export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <ul className="divide-y divide-border">
      {lines.map(({ id, name, quantity, amount, picture }) => (
        <li key={id} className="flex items-center gap-3 py-3">
          <span className="w-12 flex-none">
            <Thumbnail address={picture} className="rounded-control" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="text-sm text-muted-foreground">
              <span className="sr-only">Quantity </span>× {quantity}
            </span>
          </span>
          <span className="tabular-nums">{formatGhs(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
