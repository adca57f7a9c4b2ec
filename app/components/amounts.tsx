import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

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
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
