import { useNavigate, useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { ClockIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ChangeResponse, ChangerResponse, ChangesResponse } from '#contract/dashboard.ts'
import { type ChangedField, changedThingLabels, changedThings, changeLabels } from '#rules/change-labels.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { pageRight } from '#rules/rights.ts'
import { ComparisonTable } from '../comparison-table.tsx'
import { addressWith, LoadingRows } from '../list-frame.tsx'
import { useMay } from '../office-rights.tsx'
import type { Route } from './+types/changes-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Changes', hidden: true })
}

const queryNames = ['thing', 'person', 'before'] as const

/** Who changed what in the shop, and when. */
export default function ChangesPage() {
  const [search] = useSearchParams()
  const query = new URLSearchParams(
    queryNames.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const { data, error, isLoading, refetch } = useFetch<ChangesResponse>(`/api/changes?${query}`)
  const isFiltered = search.has('thing') || search.has('person')
  return (
    <div className="grid gap-5">
      <div>
        <h1>Changes</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          Who changed what in the shop, and when. Times are in GMT.
        </p>
      </div>
      <Filters search={search} />
      <section aria-label="Changes" aria-busy={isLoading} className="grid gap-4">
        {error && (
          <ErrorPanel title="The changes could not be loaded" onRetry={refetch} retrying={isLoading}>
            {error.message}
          </ErrorPanel>
        )}
        {!data && isLoading && <LoadingRows />}
        {data?.changes.length === 0 && <NoChanges isFiltered={isFiltered || search.has('before')} />}
        {data && data.changes.length > 0 && (
          <ol className="divide-y divide-border rounded-card border border-border bg-card">
            {data.changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ol>
        )}
        <Pager search={search} older={data?.older ?? null} />
      </section>
    </div>
  )
}

function Filters({ search }: { search: URLSearchParams }) {
  const navigate = useNavigate()
  const { data: people } = useFetch<ChangerResponse[]>('/api/changes/people')
  const choose = (name: string, value: string) =>
    void navigate(addressWith(search, { [name]: value, before: null }), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        label="What"
        value={search.get('thing') ?? ''}
        onChange={(event) => choose('thing', event.currentTarget.value)}
        placeholder="Everything"
        options={changedThings.map((thing) => ({ value: thing, label: changedThingLabels[thing] }))}
        className="min-w-48 flex-1 sm:max-w-64"
      />
      <SelectField
        label="Who"
        value={search.get('person') ?? ''}
        onChange={(event) => choose('person', event.currentTarget.value)}
        placeholder="Everybody"
        options={[
          ...(people ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          { value: 'shop', label: 'The shop itself' },
        ]}
        className="min-w-48 flex-1 sm:max-w-80"
      />
    </div>
  )
}

function Pager({ search, older }: { search: URLSearchParams; older: number | null }) {
  const isLater = search.has('before')
  if (!isLater && older === null) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3">
      {isLater && (
        <ButtonLink to={addressWith(search, { before: null })} variant="secondary">
          Newest changes
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink to={addressWith(search, { before: older })} variant="secondary" rel="next">
          Older changes
        </ButtonLink>
      )}
    </nav>
  )
}

function NoChanges({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={ClockIcon}
      title={isFiltered ? 'No such change' : 'Nothing was changed yet'}
      action={
        <ButtonLink to={isFiltered ? '/admin/changes' : '/admin'} variant="secondary">
          {isFiltered ? 'Show all changes' : 'Dashboard'}
        </ButtonLink>
      }
    />
  )
}

function ChangeRow({ change }: { change: ChangeResponse }) {
  const { sentence, fields } = changeLabels(change)
  const may = useMay()
  const found = linkTo(change)
  const link = found && may(pageRight(found.to.replace(/[?#].*/, ''))) ? found : null
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="max-w-prose wrap-anywhere">{sentence}</p>
      <p className="-my-1 flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
        <time dateTime={change.at} className="tabular-nums">
          {formatDateAndTime(new Date(change.at))}
        </time>
        <Badge>{thingLabel(change.thing)}</Badge>
        {/* A name can be changed by whoever bears it; the address cannot. */}
        {change.by !== null && change.by !== 'shop' && change.by.email && (
          <span className="wrap-anywhere">{change.by.email}</span>
        )}
        {link && (
          <Link
            to={link.to}
            className="inline-flex min-h-11 items-center font-medium text-link underline underline-offset-4"
          >
            {link.label}
          </Link>
        )}
      </p>
      {fields.length > 0 && <ChangedFields fields={fields} />}
    </li>
  )
}

function thingLabel(thing: string): string {
  return Object.entries(changedThingLabels).find(([known]) => known === thing)?.[1] ?? thing
}

/** A created or deleted record has many fields, so they are folded up. */
function ChangedFields({ fields }: { fields: ChangedField[] }) {
  const table = (
    <ComparisonTable
      head={['What', 'Before', 'After']}
      lines={fields.map(({ name, before, after }) => [name, before, after])}
      className="max-w-4xl border-border md:[&_th:first-child]:w-1/5 [&_thead]:text-muted-foreground"
    />
  )
  if (fields.length <= 3) return table
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-link">
        {fields.length} details
      </summary>
      {table}
    </details>
  )
}

type PageLink = { to: string; label: string }

const pageLinks: Record<string, (id: string) => PageLink> = {
  product: (id) => ({ to: `/admin/products?edit=${id}`, label: 'Open the product' }),
  order: (id) => ({ to: `/admin/orders?order=${id}`, label: 'Open the order' }),
  payment: (id) => ({ to: `/admin/orders?order=${id}`, label: 'Open the order' }),
  'hand-over': () => ({ to: '/admin/cash', label: 'Open the cash book' }),
  post: (id) => ({ to: `/admin/blog/edit/${id}`, label: 'Open the post' }),
  testimonial: () => ({ to: '/admin/testimonials', label: 'Open the testimonials' }),
  conversation: (id) => ({ to: `/admin/messages?show=all&open=${id}`, label: 'Open the conversation' }),
  newsletter: () => ({ to: '/admin/newsletter', label: 'Open the newsletter' }),
  settings: (id) =>
    id === 'news' || id === 'sms_price'
      ? { to: '/admin/news', label: 'Open the news to customers' }
      : { to: `/admin/settings#${id}`, label: 'Open the settings' },
  team: () => ({ to: '/admin/team', label: 'Open the team' }),
}

/** The page that shows it today; null when it is gone. */
function linkTo({ thing, thing_id, thing_name, action }: ChangeResponse): PageLink | null {
  const isGone = thing !== 'settings' && thing_name === null
  return isGone || action.startsWith('deleted') ? null : (pageLinks[thing]?.(thing_id) ?? null)
}
