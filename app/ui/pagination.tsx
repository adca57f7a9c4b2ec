import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { pageRange } from './page-range.ts'

type PaginationProps = {
  page: number
  pageSize: number
  total: number
  /** Where they were not counted to the end. */
  totalLabel?: string
  linkTo: (page: number) => string
}

export function Pagination({ page, pageSize, total, totalLabel, linkTo }: PaginationProps) {
  if (total === 0) return null
  const { from, to, pages } = pageRange(page, pageSize, total)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted-foreground tabular-nums">
        Showing {from} to {to} of {totalLabel ?? total} results
      </p>
      <div className="flex gap-2">
        <PageLink to={page > 1 ? linkTo(page - 1) : null} rel="prev">
          <ChevronLeftIcon size={20} className="-ml-1" />
          Previous
        </PageLink>
        <PageLink to={page < pages ? linkTo(page + 1) : null} rel="next">
          Next
          <ChevronRightIcon size={20} className="-mr-1" />
        </PageLink>
      </div>
    </nav>
  )
}

/** At the ends there is nowhere to go; the link stays where it is, so that the keyboard does not lose its place. */
function PageLink({ to, rel, children }: { to: string | null; rel: string; children: ReactNode }) {
  const shape = { variant: 'secondary', size: 'md' } as const
  if (to !== null) {
    return (
      <Link to={to} rel={rel} className={buttonClass(shape)}>
        {children}
      </Link>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a link without an address cannot be reached by keyboard otherwise.
    <span role="link" aria-disabled="true" tabIndex={0} className={buttonClass(shape, true)}>
      {children}
    </span>
  )
}
