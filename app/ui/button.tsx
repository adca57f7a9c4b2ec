import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useId } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from 'react-router'
import { type ButtonShape, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './icons.tsx'

export type ButtonProps = ComponentProps<'button'> &
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

export type ButtonLinkProps = LinkProps & ButtonShape

/** A link that looks like a button; addresses such as tel: and https: leave the shop as ordinary links do. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size, wide }), className)} />
}
