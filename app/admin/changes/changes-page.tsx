import { useNavigate, useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ClockIcon } from '#app/ui/icons.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { ChangerResponse, ChangesResponse } from '#contract/changes.ts'
import { changedThingLabels, changedThings } from '#rules/change-labels.ts'
import { adminHandle } from '../admin-handle.ts'
import { addressWith } from '../list-address.ts'
import { LoadingRows } from '../list-frame.tsx'
import type { Route } from './+types/changes-page.ts'
import { ChangeRow } from './change-row.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Changes', hidden: true })
}

export const handle = adminHandle

const passedOn = ['thing', 'person', 'before'] as const

/** Who changed what in the shop, and when. */
export default function ChangesPage() {
  const [search] = useSearchParams()
  const query = new URLSearchParams(
    passedOn.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const { answer, error, isLoading, refetch } = useFetch<ChangesResponse>(`/api/changes?${query}`)
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
        {!answer && isLoading && <LoadingRows />}
        {answer?.changes.length === 0 && <NoChanges isFiltered={isFiltered || search.has('before')} />}
        {answer && answer.changes.length > 0 && (
          <ol className="divide-y divide-border rounded-card border border-border bg-card">
            {answer.changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ol>
        )}
        <Turning search={search} older={answer?.older ?? null} />
      </section>
    </div>
  )
}

function Filters({ search }: { search: URLSearchParams }) {
  const navigate = useNavigate()
  const { answer: people } = useFetch<ChangerResponse[]>('/api/changes/people')
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

function Turning({ search, older }: { search: URLSearchParams; older: number | null }) {
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
