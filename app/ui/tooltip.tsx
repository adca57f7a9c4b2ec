import { useEffect, useRef, useState } from 'react'

/** Repeats a button's name for people who see it; lies inside the button, and Esc sends it away until the next visit. */
export function Tooltip({ children }: { children: string }) {
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
