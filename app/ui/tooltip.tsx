import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { IconButton, IconLink } from './button.tsx'
import { classNames } from './class-names.ts'

/*
 * For rows of icons that are used all day, as in the back office; no page for customers has them.
 */

export function TooltipButton({ className, children, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton {...rest} className={classNames('group', className)}>
      {children}
      <Tooltip>{rest.label}</Tooltip>
    </IconButton>
  )
}

export function TooltipLink({ className, children, ...rest }: ComponentProps<typeof IconLink>) {
  return (
    <IconLink {...rest} className={classNames('group', className)}>
      {children}
      <Tooltip>{rest.label}</Tooltip>
    </IconLink>
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
