import type { ComponentProps, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

type IconButtonVariant = 'plain' | 'card' | 'filled'

const variants = {
  plain: 'border-transparent text-primary hover:bg-muted',
  card: 'border-border bg-card text-primary hover:bg-muted',
  filled: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
} satisfies Record<IconButtonVariant, string>

function iconButtonClass(variant: IconButtonVariant, disabled = false) {
  return classNames(
    'group relative inline-flex size-11 items-center justify-center rounded-control border',
    'transition-[color,background-color,scale] duration-120',
    disabled ? 'cursor-not-allowed border-transparent text-muted-foreground opacity-60' : variants[variant],
    !disabled && 'active:scale-98',
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: IconButtonVariant
  /** For a button that stays pressed, such as a heart. */
  pressed?: boolean
  tooltip?: boolean
  children: ReactNode
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    variant = 'plain',
    pressed,
    tooltip,
    disabled,
    className,
    children,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      className={classNames(iconButtonClass(variant, disabled), className)}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {tooltip && <Tooltip>{label}</Tooltip>}
    </button>
  )
}

export type IconLinkProps = Omit<LinkProps, 'aria-label'> & {
  label: string
  variant?: IconButtonVariant
  tooltip?: boolean
  children: ReactNode
}

export function IconLink({ label, variant = 'plain', tooltip, className, children, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} aria-label={label} className={classNames(iconButtonClass(variant), className)}>
      {children}
      {tooltip && <Tooltip>{label}</Tooltip>}
    </Link>
  )
}
