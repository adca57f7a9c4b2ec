import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import type { Fetched } from '../data/use-fetch.ts'
import { Button } from '../ui/button.tsx'
import { ChipLink } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { pageRange } from '../ui/page-range.ts'
import { Pagination } from '../ui/pagination.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'

export const rowsOnAPage = 20

type ListFrameProps<Row> = {
  label: string
  /** The list's name in the address when its page holds a second list. */
  pageName?: string
  /** A heading, or what else is shown above the rows. */
  above?: ReactNode
  list: Fetched<Row[]>
  failed: string
  /** Shown instead of the rows when there are none. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list of the back office in all its states: loading, failed, empty, paginated. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { label, list, failed, empty, children, above, pageName = 'page' } = props
  const { data, total, error, isLoading, refetch } = list
  const [search] = useSearchParams()
  const page = pageIn(search, pageName)
  const { isEmpty, isWaiting } = usePageInRange(data, { page, total, isLoading, pageName })
  return (
    <section aria-label={label} aria-busy={isLoading} className="grid gap-4">
      {above}
      {error && (
        <ErrorPanel title={failed} onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {isWaiting && <LoadingRows />}
      {isEmpty && empty}
      {data && data.length > 0 && children(data)}
      {total > rowsOnAPage && (
        <Pagination
          page={page}
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

type ShownPage = {
  page: number
  total: number
  isLoading: boolean
  pageSize?: number
  pageName?: string
}

/** Behind the last page there is no empty list, but the last page: its only row may just have been deleted. */
export function usePageInRange(rows: readonly unknown[] | null | undefined, shown: ShownPage) {
  const { page, total, isLoading, pageSize = rowsOnAPage, pageName = 'page' } = shown
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const hasNone = rows?.length === 0
  const before = hasNone ? pageBefore(page, pageSize, total) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer; the old one stays until the next is here.
  useEffect(() => {
    if (before === null) return
    const to = addressWith(search, { [pageName]: before > 1 ? before : null })
    void navigate(to, { replace: true, preventScrollReset: true })
  }, [rows])
  const isWaiting = isLoading && (!rows || (hasNone && total > 0))
  return { isWaiting, isEmpty: hasNone && before === null && !isWaiting }
}

/** Where to go from a page without rows; null where that is all there is, or where nothing was counted. */
export function pageBefore(page: number, pageSize: number, total: number): number | null {
  if (page === 1 || Number.isNaN(total)) return null
  return Math.min(page - 1, pageRange(page, pageSize, total).pages)
}

/** The page of a list that an address names; one that cannot be meant counts as the first. */
export function pageIn(search: URLSearchParams, name = 'page'): number {
  const page = Number(search.get(name) ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

/** The search that an address names. */
export function queryIn(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim().slice(0, 100)
}

/** The same address with something changed in it; nothing as a value takes it out. */
export function addressWith(
  search: URLSearchParams,
  changes: Record<string, string | number | null>,
): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return `?${next}`
}

/** What a filter is set to; anything unknown counts as the first choice. */
export function choiceIn<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === search.get(name)) ?? choices[0]
}

type FilterLinksProps<Choice extends string> = {
  /** The first is what an address without a filter shows. */
  choices: readonly [Choice, ...Choice[]]
  labels: Record<Choice, string>
  selected: Choice
}

/** What a list shows, in the address as `show`. */
export function FilterLinks<Choice extends string>({ choices, labels, selected }: FilterLinksProps<Choice>) {
  const [search] = useSearchParams()
  return (
    <nav aria-label="Filter" className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <ChipLink
          key={choice}
          to={addressWith(search, { show: choice === choices[0] ? null : choice, page: null })}
          selected={choice === selected}
        >
          {labels[choice]}
        </ChipLink>
      ))}
    </nav>
  )
}

type SearchFormProps = {
  label: string
  /** The current search. */
  q: string
  className?: string
  fieldClassName?: string
  /** Hidden fields with the filters that stay. */
  kept?: ReactNode
  /** The way back to the whole list. */
  children?: ReactNode
}

/** Searches a list of the back office; the search is in the address. */
export function SearchForm({
  label,
  q,
  className,
  fieldClassName = 'min-w-52 flex-1',
  kept,
  children,
}: SearchFormProps) {
  return (
    <Form role="search" className={classNames('flex max-w-form flex-wrap items-end gap-3', className)}>
      {kept}
      <TextField
        key={q}
        label={label}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        className={fieldClassName}
      />
      <Button type="submit">
        <SearchIcon size={20} />
        Find
      </Button>
      {children}
    </Form>
  )
}

/** Puts one changed row into the list as it is by then: an undo comes seconds after the button was rendered. */
export function useRowReplacer<Row extends { id: number }>(list: Fetched<Row[]>): (changed: Row) => void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  return useCallback((changed: Row) => {
    const { data, replace } = latest.current
    if (data) replace(data.map((row) => (row.id === changed.id ? changed : row)))
  }, [])
}
