import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { PersonResponse, RoleChangeResponse } from '#contract/team.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { staffRoleWords } from '#rules/rights.ts'
import { ListFrame, pageIn, queryIn, SearchForm } from '../list-frame.tsx'
import type { Route } from './+types/team-page.ts'
import { Invitations } from './invitations.tsx'
import { PeopleList } from './people-list.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Team', hidden: true })
}

/** Who runs the shop and who drives for it. The changes below show who decided that. */
export default function TeamPage() {
  const [search] = useSearchParams()
  const q = queryIn(search)
  const page = pageIn(search)
  const changesPage = pageIn(search, 'changes')
  const people = useFetch<PersonResponse[]>(`/api/team?q=${encodeURIComponent(q)}&page=${page}&limit=20`)
  const changes = useFetch<RoleChangeResponse[]>(`/api/team/changes?page=${changesPage}&limit=20`)
  return (
    <div className="grid gap-10">
      <div className="grid gap-5">
        <div>
          <h1>Team</h1>
          <p className="mt-1 max-w-prose text-muted-foreground">
            Who works here, and what they may do. A change holds at once.
          </p>
          <RolesExplained />
        </div>
        <Invitations />
        <PeopleSearch q={q} />
        <PeopleList q={q} people={people} onChanged={changes.refetch} />
      </div>
      <LazyConnections />
      <RoleChangesList changes={changes} />
    </div>
  )
}

const loadConnections = async () => (await import('./connections.tsx')).Connections

/** Few shops have other tools: their part comes after the people. */
function LazyConnections() {
  const { Component, fetchComponent } = useLazyComponent(loadConnections)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once.
  useEffect(() => void fetchComponent(), [])
  return Component && <Component />
}

const shownRoles = ['admin', 'manager', 'helper', 'driver'] as const

function RolesExplained() {
  return (
    <dl className="mt-3 grid max-w-prose gap-1 text-sm">
      {shownRoles.map((role) => (
        <div key={role}>
          <dt className="inline font-semibold">{staffRoleWords[role].label}</dt>{' '}
          <dd className="inline text-muted-foreground">{staffRoleWords[role].may}.</dd>
        </div>
      ))}
    </dl>
  )
}

function PeopleSearch({ q }: { q: string }) {
  return (
    <SearchForm label="Find a person by email or name" q={q}>
      {q !== '' && (
        <ButtonLink to="/admin/team" variant="ghost">
          Show the team
        </ButtonLink>
      )}
    </SearchForm>
  )
}

const columns: TableColumn<RoleChangeResponse>[] = [
  { key: 'what', heading: 'Change', part: 'title', cell: (change) => <ChangeText change={change} /> },
  { key: 'by', heading: 'By', cell: ({ changed_by }) => <ChangedBy by={changed_by} /> },
  {
    key: 'when',
    heading: 'When',
    cell: ({ changed_at }) => (
      <time dateTime={changed_at} className="text-right whitespace-nowrap tabular-nums">
        {formatDateAndTime(new Date(changed_at))}
      </time>
    ),
  },
]

/** Who gave or took which role, and when. */
function RoleChangesList({ changes }: { changes: Fetched<RoleChangeResponse[]> }) {
  return (
    <ListFrame
      label="Changes of roles"
      pageName="changes"
      list={changes}
      failed="The changes could not be loaded"
      empty={<p className="text-muted-foreground">No role was changed yet.</p>}
      above={<h2>Changes of roles</h2>}
    >
      {(rows) => (
        <Table
          caption="Changes of roles, the newest first"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </ListFrame>
  )
}

const deleted = 'A deleted account'

function ChangeText({ change: { person, role, is_given } }: { change: RoleChangeResponse }) {
  const what = staffRoleWords[role].one
  return (
    <span className="wrap-anywhere">
      {person?.email ?? deleted} {is_given ? `became ${what}` : `is no longer ${what}`}
    </span>
  )
}

function ChangedBy({ by }: { by: RoleChangeResponse['changed_by'] }) {
  const text = by === 'owner' ? 'The owner, at the command line' : (by?.email ?? deleted)
  return <span className="text-right wrap-anywhere md:text-left">{text}</span>
}
