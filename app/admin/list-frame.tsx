import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Answered } from '../data/use-fetch.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { addressWith, pageIn } from './list-address.ts'

export const rowsOnAPage = 20

type ListFrameProps<Row> = {
  label: string
  /** The list's name in the address when its page holds a second list. */
  pageName?: string
  /** A heading, or what else stands above the rows. */
  above?: ReactNode
  list: Answered<Row[]>
  failed: string
  /** What stands there when nothing does. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list of the back office as it is asked for, cannot be had, is empty, or goes on over pages. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { label, list, failed, empty, children, above, pageName = 'page' } = props
  const { answer, total, error, isLoading, refetch } = list
  const [search] = useSearchParams()
  return (
    <section aria-label={label} aria-busy={isLoading} className="grid gap-4">
      {above}
      {error && (
        <ErrorPanel title={failed} onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!answer && isLoading && <LoadingRows />}
      {answer?.length === 0 && empty}
      {answer && answer.length > 0 && children(answer)}
      {total > rowsOnAPage && (
        <Pagination
          page={pageIn(search, pageName)}
          pageSize={rowsOnAPage}
          total={total}
          linkTo={(page) => addressWith(search, { [pageName]: page > 1 ? page : null })}
        />
      )}
    </section>
  )
}

export function LoadingRows() {
  return (
    <LoadingArea className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </LoadingArea>
  )
}
