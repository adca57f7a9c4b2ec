import { ChevronRightIcon } from './icons.tsx'
import { Link } from './link.tsx'

export type Crumb = { label: string; to: string }

/** The way back to the start; the last name is the page itself. */
export function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center text-sm text-muted-foreground">
        {crumbs.map(({ label, to }) => (
          <li key={to} className="flex items-center gap-1">
            <Link
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center justify-center px-1 underline-offset-3 hover:underline"
            >
              {label}
            </Link>
            <ChevronRightIcon size={16} className="mr-1" />
          </li>
        ))}
        <li aria-current="page" className="px-1 py-2 text-foreground">
          {current}
        </li>
      </ol>
    </nav>
  )
}
