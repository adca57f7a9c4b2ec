import type { ComponentType, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconProps } from './icons.tsx'

export type BadgeTone = 'gray' | 'indigo' | 'green' | 'red' | 'pink' | 'clay' | 'amber'

const tones = {
  gray: 'bg-gray-soft text-gray-ink',
  indigo: 'bg-indigo-soft text-indigo',
  green: 'bg-success-soft text-success',
  red: 'bg-destructive-soft text-destructive-ink',
  pink: 'bg-hibiscus-soft text-hibiscus',
  clay: 'bg-accent text-link',
  amber: 'bg-warning-soft text-warning',
} satisfies Record<BadgeTone, string>

export type BadgeProps = {
  tone?: BadgeTone
  /** Colour alone tells nothing to many people: an icon says the same. */
  icon?: ComponentType<IconProps>
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'gray', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon size={14} className="stroke-2" />}
      {children}
    </span>
  )
}

/** A small number on an icon. The button or link around it says the number in its own name. */
export function Count({ value }: { value: number }) {
  if (value <= 0) return null
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 right-0 min-w-5 rounded-full bg-hibiscus px-1 text-center text-xs leading-5 font-semibold text-primary-foreground tabular-nums"
    >
      {value > 99 ? '99+' : value}
    </span>
  )
}
