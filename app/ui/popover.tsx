import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type PopoverProps = {
  /** Makes the button; the given properties tie it to what opens. */
  button: (props: Pick<ComponentProps<'button'>, 'popoverTarget'>) => ReactNode
  id?: string
  label: string
  className?: string
  children: ReactNode
}

/** A small panel beside its button. The browser opens it, closes it on Esc or a tap elsewhere, and needs no script. */
export function Popover({ button, id: givenId, label, className, children }: PopoverProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const closeAfterChoice = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button'))
      event.currentTarget.hidePopover()
  }
  return (
    <>
      {button({ popoverTarget: id })}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only follows what the links and buttons inside already do. */}
      <section
        id={id}
        popover="auto"
        aria-label={label}
        onClick={closeAfterChoice}
        className={classNames(
          'menu w-max max-w-[calc(100vw-2rem)] min-w-52 rounded-card border border-border bg-raised p-2 text-foreground shadow-pop',
          className,
        )}
      >
        {children}
      </section>
    </>
  )
}

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-muted focus-inside'

export function MenuButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classNames(row, className)} />
}

export function MenuLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(row, className)} />
}
