import type { ReactNode } from 'react'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { classNames } from '../ui/class-names.ts'
import { Thumbnail } from '../ui/picture.tsx'

export type ShownLine = {
  id: number
  name: string
  quantity: number
  amount: Pesewas
  /** Where its small picture lies. */
  picture: string | undefined
}

type NamedLine = Omit<ShownLine, 'name'> & { name: ReactNode }

/** What is in an order, to be read and not to be changed. */
export function OrderLines({ lines }: { lines: readonly NamedLine[] }) {
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

/** Rows of amounts that lead to a total. */
export function Amounts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames('grid gap-2', className)}>{children}</dl>
}

type AmountProps = { label: ReactNode; children: ReactNode; isTotal?: boolean }

export function Amount({ label, children, isTotal = false }: AmountProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        isTotal && 'mt-1 border-t border-border pt-3 text-xl font-semibold',
      )}
    >
      <dt>{label}</dt>
      <dd className="text-right whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}
