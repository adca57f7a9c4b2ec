import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './icons.tsx'
import { Link, type LinkProps } from './link.tsx'

type ButtonProps = ComponentProps<'button'> &
  ButtonShape & {
    busy?: boolean
    /** The word shown while busy. Given from the start, it keeps the button from changing its width. */
    busyLabel?: string
    /** Says below the button why it cannot be pressed. */
    reason?: string
  }

/** A button that cannot be pressed stays reachable by keyboard, so that its reason can be heard. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy, busyLabel, reason, disabled, className, children, onClick, ...rest } =
    props
  const reasonId = useId()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!disabled && !busy) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const button = (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={reason ? reasonId : rest['aria-describedby']}
      className={classNames(buttonClass({ variant, size, wide }, disabled), className)}
      onClick={press}
    >
      {busyLabel === undefined && !busy ? (
        children
      ) : (
        <BusyTexts busy={busy === true} label={busyLabel}>
          {children}
        </BusyTexts>
      )}
    </button>
  )
  if (!reason) return button
  return (
    <span className={classNames('inline-grid gap-1', wide && 'w-full')}>
      {button}
      <span id={reasonId} className="text-sm text-muted-foreground">
        {reason}
      </span>
    </span>
  )
}

/** Both texts lie in the same place and one is hidden: the button is always as wide as the wider one. */
function BusyTexts(props: { busy: boolean; label: string | undefined; children: ReactNode }) {
  const { busy, label, children } = props
  const place = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="inline-grid">
      <span className={classNames(place, busy && 'invisible')}>{children}</span>
      <span className={classNames(place, !busy && 'invisible')}>
        <SpinnerIcon size={20} className={busy ? 'motion-safe:animate-turn' : undefined} />
        {label ?? children}
      </span>
    </span>
  )
}

type ButtonLinkProps = LinkProps & ButtonShape

/** A link that looks like a button; addresses such as tel: and https: leave the shop as ordinary links do. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size, wide }), className)} />
}

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'whatsapp' | 'deliver'
type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

type ButtonShape = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean }

const variants = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'border-input bg-card text-primary hover:bg-muted',
  ghost: 'border-transparent text-primary hover:bg-muted',
  destructive: 'border-transparent bg-destructive text-primary-foreground hover:bg-destructive-ink',
  whatsapp:
    'border-transparent bg-whatsapp text-primary-foreground hover:bg-[color-mix(in_oklab,var(--whatsapp),black_12%)]',
  deliver:
    'border-transparent bg-deliver text-primary-foreground hover:bg-[color-mix(in_oklab,var(--deliver),black_12%)]',
} satisfies Record<ButtonVariant, string>

const off = 'cursor-not-allowed border-transparent bg-gray-soft text-gray-ink'

const sizes = {
  sm: 'min-h-11 lg:min-h-10 px-4 py-1.5 text-sm',
  md: 'min-h-12 px-5 py-2 text-base',
  lg: 'min-h-13 px-6 py-2 text-lg',
  xl: 'min-h-16 px-6 py-3 text-lg',
} satisfies Record<ButtonSize, string>

export function buttonClass(
  { variant = 'primary', size = 'md', wide = false }: ButtonShape,
  disabled = false,
) {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center font-semibold',
    'transition-[color,background-color,scale] duration-120',
    disabled ? off : classNames(variants[variant], 'active:scale-98'),
    sizes[size],
    wide && 'w-full',
  )
}

type IconButtonVariant = 'plain' | 'card'

const iconVariants = {
  plain: 'border-transparent text-primary hover:bg-muted',
  card: 'border-border bg-card text-primary hover:bg-muted',
} satisfies Record<IconButtonVariant, string>

function iconButtonClass(variant: IconButtonVariant, disabled = false) {
  return classNames(
    'relative inline-flex size-11 items-center justify-center rounded-control border',
    'transition-[color,background-color,scale] duration-120',
    disabled
      ? 'cursor-not-allowed border-transparent text-muted-foreground opacity-60'
      : iconVariants[variant],
    !disabled && 'active:scale-98',
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: IconButtonVariant
  children: ReactNode
}

export function IconButton(props: IconButtonProps) {
  const { label, variant = 'plain', disabled, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      className={classNames(iconButtonClass(variant, disabled), className)}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

type IconLinkProps = Omit<LinkProps, 'aria-label'> & {
  label: string
  variant?: IconButtonVariant
  children: ReactNode
}

export function IconLink({ label, variant = 'plain', className, children, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} aria-label={label} className={classNames(iconButtonClass(variant), className)}>
      {children}
    </Link>
  )
}
