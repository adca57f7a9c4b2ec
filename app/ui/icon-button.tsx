import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

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

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
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

type IconLinkProps = Omit<LinkProps, 'aria-label'> & {
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

/** Repeats a button's name for people who see it; lies inside the button, and Esc sends it away until the next visit. */
function Tooltip({ children }: { children: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const [dismissed, setDismissed] = useState(false)

  useEffect(() => {
    const button = ref.current?.parentElement
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && button?.matches(':hover, :focus')) setDismissed(true)
    }
    const forget = () => setDismissed(false)
    document.addEventListener('keydown', dismiss)
    button?.addEventListener('mouseleave', forget)
    button?.addEventListener('blur', forget)
    return () => {
      document.removeEventListener('keydown', dismiss)
      button?.removeEventListener('mouseleave', forget)
      button?.removeEventListener('blur', forget)
    }
  }, [])

  return (
    <span
      ref={ref}
      aria-hidden="true"
      hidden={dismissed}
      className="absolute top-full left-1/2 z-20 hidden w-max max-w-60 -translate-x-1/2 rounded-control bg-primary px-2 py-1 text-xs font-medium text-primary-foreground group-hover:block group-focus-visible:block"
    >
      {children}
    </span>
  )
}
