import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'
import { Link, type LinkProps } from './link.tsx'

const area = 'group inline-flex min-h-11 flex-none items-center rounded-full'

function ChipFace({ selected, children }: { selected: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
        selected ? 'border-link bg-accent text-link' : 'border-input bg-card group-hover:bg-muted',
      )}
    >
      {selected && <CheckIcon size={16} className="-ml-1 stroke-2" />}
      {children}
    </span>
  )
}

type ChipProps = ComponentProps<'button'> & { selected: boolean }

export function Chip({ selected, className, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} aria-pressed={selected} className={classNames(area, className)}>
      <ChipFace selected={selected}>{children}</ChipFace>
    </button>
  )
}

type ChipLinkProps = Omit<LinkProps, 'children'> & { selected: boolean; children: ReactNode }

export function ChipLink({ selected, className, children, ...rest }: ChipLinkProps) {
  return (
    <Link {...rest} aria-current={selected ? 'true' : undefined} className={classNames(area, className)}>
      <ChipFace selected={selected}>{children}</ChipFace>
    </Link>
  )
}
