import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type StickyBarProps = {
  children: ReactNode
  hidden?: boolean
  /** From this width on the page has room for the action itself. */
  until?: 'md' | 'lg'
}

const ends = { md: 'md:hidden', lg: 'lg:hidden' }

/** The page's main action within reach of the thumb. Only one on a page: toasts make room for it. */
export function StickyBar({ children, hidden, until }: StickyBarProps) {
  return (
    <div
      data-sticky-bar=""
      hidden={hidden}
      className={classNames(
        'fixed inset-x-0 bottom-0 z-30 border-t border-border bg-card pb-[env(safe-area-inset-bottom)] shadow-sheet print:hidden',
        until && ends[until],
      )}
    >
      <div className="mx-auto flex min-h-16 max-w-store items-center justify-between gap-3 px-gutter py-2">
        {children}
      </div>
    </div>
  )
}
