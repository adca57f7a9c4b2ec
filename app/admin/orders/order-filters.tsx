import type { RefObject } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { dialogTrigger } from '#app/ui/dialog-trigger.ts'
import { SearchIcon, SlidersIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { isFiltered, type ShownOrders, toSearch } from './shown-orders.ts'

type StatusChipsProps = { shown: ShownOrders; counts: OrderCountsResponse | null }

export function StatusChips({ shown, counts }: StatusChipsProps) {
  return (
    <nav aria-label="Status" className="-mx-gutter overflow-x-auto px-gutter">
      <ul className="flex gap-2">
        {[null, ...orderStatuses].map((status) => (
          <li key={status ?? 'all'}>
            <ChipLink
              to={{ search: toSearch(shown, { status }) }}
              selected={shown.status === status}
              preventScrollReset
            >
              {status ?? 'All'}
              <CountWords value={status === null ? counts?.total : counts?.by_status[status]} />
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function CountWords({ value }: { value: number | undefined }) {
  if (!value) return null
  return <span className="font-normal tabular-nums">{value.toLocaleString('en-GH')}</span>
}

type SearchProps = { shown: ShownOrders; searchField: RefObject<HTMLInputElement | null> }

/** On a phone the fields wait in a sheet, so that the orders come first. */
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
      <Sheet id="order-search" title="Search and dates">
        <SearchForm shown={shown} className="grid gap-4" />
      </Sheet>
    </>
  )
}

type SearchFormProps = {
  shown: ShownOrders
  searchField?: SearchProps['searchField']
  className: string
}

function SearchForm({ shown, searchField, className }: SearchFormProps) {
  const { status, q, from, to } = shown
  return (
    <Form role="search" className={className} preventScrollReset onSubmit={closeSheet}>
      {status && <input type="hidden" name="status" value={status} />}
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
        className="min-w-52 flex-1"
      />
      <TextField
        key={`from ${from}`}
        label="From"
        type="date"
        name="from"
        defaultValue={from}
        max={to || undefined}
      />
      <TextField
        key={`to ${to}`}
        label="To"
        type="date"
        name="to"
        defaultValue={to}
        min={from || undefined}
      />
      <Button type="submit">
        <SearchIcon size={20} />
        Search
      </Button>
      {isFiltered({ ...shown, status: null }) && (
        <ButtonLink
          to={{ search: toSearch(shown, { q: '', from: '', to: '' }) }}
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
