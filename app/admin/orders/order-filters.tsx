import type { RefObject } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { TextField } from '#app/ui/field.tsx'
import { SearchIcon, SlidersIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { dialogTrigger } from '#app/ui/use-modal.ts'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import { readDay } from '#rules/days.ts'
import { type OrderStatus, orderStatuses, readOrderStatus } from '#rules/order-status.ts'
import { pageIn, queryIn } from '../list-frame.tsx'

const noneApart = { isUntold: false, isToDecide: false, hasOpenReturn: false }

type StatusChipsProps = { shown: ShownOrders; counts: OrderCountsResponse | null }

export function StatusChips({ shown, counts }: StatusChipsProps) {
  return (
    <nav aria-label="Status" className="-mx-gutter overflow-x-auto px-gutter">
      <ul className="flex gap-2">
        {[null, ...orderStatuses].map((status) => (
          <li key={status ?? 'all'}>
            <ChipLink
              to={toSearch(shown, status === null ? { status, ...noneApart } : { status })}
              selected={shown.status === status && !(status === null && isApart(shown))}
              preventScrollReset
            >
              {status ?? 'All'}
              <StatusCount value={status === null ? counts?.total : counts?.by_status[status]} />
            </ChipLink>
          </li>
        ))}
        {(shown.isToDecide || Boolean(counts?.to_decide)) && (
          <li>
            <ChipLink
              to={toSearch(shown, { isToDecide: !shown.isToDecide })}
              selected={shown.isToDecide}
              preventScrollReset
            >
              To decide
              <StatusCount value={counts?.to_decide} />
            </ChipLink>
          </li>
        )}
        {(shown.isUntold || Boolean(counts?.untold)) && (
          <li>
            <ChipLink
              to={toSearch(shown, { isUntold: !shown.isUntold })}
              selected={shown.isUntold}
              preventScrollReset
            >
              Not told yet
              <StatusCount value={counts?.untold} />
            </ChipLink>
          </li>
        )}
        {(shown.hasOpenReturn || Boolean(counts?.open_returns)) && (
          <li>
            <ChipLink
              to={toSearch(shown, { hasOpenReturn: !shown.hasOpenReturn })}
              selected={shown.hasOpenReturn}
              preventScrollReset
            >
              Open returns
              <StatusCount value={counts?.open_returns} />
            </ChipLink>
          </li>
        )}
      </ul>
    </nav>
  )
}

function StatusCount({ value }: { value: number | undefined }) {
  if (!value) return null
  return <span className="font-normal tabular-nums">{value.toLocaleString('en-GH')}</span>
}

type SearchProps = { shown: ShownOrders; searchField: RefObject<HTMLInputElement | null> }

/** On a phone the fields wait in a sheet, so that the orders come first. What is wrong in them is said outside, too. */
export function OrderSearch({ shown, searchField }: SearchProps) {
  const used = [shown.q, shown.from, shown.to].filter(Boolean).length
  return (
    <>
      <SearchForm
        shown={shown}
        searchField={searchField}
        className="flex flex-wrap items-end gap-3 max-md:hidden"
      />
      <Button variant="secondary" className="md:hidden" {...dialogTrigger('order-search')}>
        <SlidersIcon size={20} />
        Search and dates{used > 0 && ` (${used})`}
      </Button>
      {areDatesReversed(shown) && (
        <p role="alert" className="text-sm font-semibold text-destructive md:hidden">
          {datesReversed}
        </p>
      )}
      <Sheet id="order-search" title="Search and dates">
        <SearchForm shown={shown} className="grid gap-4" />
      </Sheet>
    </>
  )
}

const datesReversed = 'From is later than To.'

function areDatesReversed({ from, to }: ShownOrders): boolean {
  return from !== '' && to !== '' && from > to
}

type SearchFormProps = {
  shown: ShownOrders
  searchField?: SearchProps['searchField']
  className: string
}

function SearchForm({ shown, searchField, className }: SearchFormProps) {
  const { status, isUntold, isToDecide, hasOpenReturn, q, from, to } = shown
  return (
    <Form role="search" className={className} preventScrollReset onSubmit={closeSheet}>
      {status && <input type="hidden" name="status" value={status} />}
      {isUntold && <input type="hidden" name="told" value="no" />}
      {isToDecide && <input type="hidden" name="to_decide" value="yes" />}
      {hasOpenReturn && <input type="hidden" name="returns" value="open" />}
      <TextField
        key={`q ${q}`}
        ref={searchField}
        label="Name, code, phone or email"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        className="min-w-48 flex-1"
      />
      <TextField
        key={`from ${from}`}
        label="From"
        type="date"
        name="from"
        defaultValue={from}
        error={areDatesReversed(shown) ? datesReversed : undefined}
      />
      <TextField key={`to ${to}`} label="To" type="date" name="to" defaultValue={to} />
      <Button type="submit">
        <SearchIcon size={20} />
        Search
      </Button>
      {isFiltered({ ...shown, status: null, ...noneApart }) && (
        <ButtonLink
          to={toSearch(shown, { q: '', from: '', to: '' })}
          variant="ghost"
          preventScrollReset
          onClick={closeSheet}
        >
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}

function closeSheet(): void {
  const sheet = document.getElementById('order-search')
  if (sheet instanceof HTMLDialogElement) sheet.close()
}

/** Which orders the list shows; all of it is in the address, so that it can be linked and come back to. */
export type ShownOrders = {
  status: OrderStatus | null
  /** Only those whose customers somebody has to tell by hand. */
  isUntold: boolean
  /** Only those that a driver came back with. */
  isToDecide: boolean
  /** Only those of which something is on its way back. */
  hasOpenReturn: boolean
  q: string
  from: string
  to: string
  page: number
}

export const pageSize = 50

export function readShownOrders(search: URLSearchParams): ShownOrders {
  return {
    status: readOrderStatus(search.get('status')),
    isUntold: search.get('told') === 'no',
    isToDecide: search.get('to_decide') === 'yes',
    hasOpenReturn: search.get('returns') === 'open',
    q: queryIn(search),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    page: pageIn(search),
  }
}

/** The address of the list with these orders; a new filter starts on its first page. */
export function toSearch(shown: ShownOrders, change: Partial<ShownOrders> = {}): string {
  return `?${query({ ...shown, page: 1, ...change })}`
}

/** The API's address of one page of them. */
export function listAddress(shown: ShownOrders): string {
  const search = query(shown)
  return `/api/orders?${search === '' ? '' : `${search}&`}limit=${pageSize}`
}

/** The same orders, all of them, as a file. */
export function exportAddress(shown: ShownOrders): string {
  const search = query({ ...shown, ...noneApart, page: 1 })
  return search === '' ? '/api/orders.csv' : `/api/orders.csv?${search}`
}

export function isFiltered(shown: ShownOrders): boolean {
  const { status, q, from, to } = shown
  return status !== null || isApart(shown) || q !== '' || from !== '' || to !== ''
}

function isApart({ isUntold, isToDecide, hasOpenReturn }: ShownOrders): boolean {
  return isUntold || isToDecide || hasOpenReturn
}

function query({ status, isUntold, isToDecide, hasOpenReturn, q, from, to, page }: ShownOrders): string {
  const parts = {
    status: status ?? '',
    told: isUntold ? 'no' : '',
    to_decide: isToDecide ? 'yes' : '',
    returns: hasOpenReturn ? 'open' : '',
    q,
    from,
    to,
    page: page === 1 ? '' : String(page),
  }
  return String(new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')))
}

function dayIn(search: URLSearchParams, name: string): string {
  const written = search.get(name) ?? ''
  return readDay(written) ? written : ''
}

/** Which order is open beside the list. */
export function readOpenOrder(search: URLSearchParams): number | null {
  const id = Number(search.get('order'))
  return Number.isInteger(id) && id > 0 ? id : null
}

export function withOrder(search: URLSearchParams, orderId: number | null): string {
  const next = new URLSearchParams(search)
  if (orderId === null) next.delete('order')
  else next.set('order', String(orderId))
  return `?${next}`
}
