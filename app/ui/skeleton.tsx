import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SpinnerIcon } from './icons.tsx'

/** One block in the size of what will stand there. Short waits never show it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block rounded-control bg-muted forced-colors:border motion-safe:animate-wait motion-reduce:animate-late',
        className,
      )}
    />
  )
}

/** Around skeletons: tells screen readers once that something is on its way. */
export function LoadingArea(props: { label?: string; className?: string; children: ReactNode }) {
  const { label = 'Loading', className, children } = props
  return (
    <div aria-busy="true" className={className}>
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  )
}

/** A waiting sentence in the middle of an empty page, shown only when the wait is long enough to notice. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <>
      <div
        role="status"
        className="flex min-h-60 animate-late items-center justify-center gap-3 text-muted-foreground [@media(scripting:none)]:hidden"
      >
        <SpinnerIcon className="motion-safe:animate-turn" />
        {children}
      </div>
      <noscript>
        {/* A browser that runs this has no use for it. */}
        {import.meta.env.SSR && (
          <p className="px-gutter py-10 text-center">
            This page needs JavaScript. Switch it on in your browser.
          </p>
        )}
      </noscript>
    </>
  )
}
