import type { Answered } from '#app/data/use-fetch.ts'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { RoleChangeResponse } from '#contract/team.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { ListFrame } from '../list-frame.tsx'

const columns: TableColumn<RoleChangeResponse>[] = [
  { key: 'what', heading: 'Change', part: 'title', cell: (change) => <Words change={change} /> },
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
export function RoleChangesList({ changes }: { changes: Answered<RoleChangeResponse[]> }) {
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

function Words({ change: { person, role, is_given } }: { change: RoleChangeResponse }) {
  const what = role === 'admin' ? 'an admin' : 'a driver'
  return (
    <span className="wrap-anywhere">
      {person?.email ?? deleted} {is_given ? `became ${what}` : `is no longer ${what}`}
    </span>
  )
}

function ChangedBy({ by }: { by: RoleChangeResponse['changed_by'] }) {
  const words = by === 'owner' ? 'The owner, at the command line' : (by?.email ?? deleted)
  return <span className="text-right wrap-anywhere md:text-left">{words}</span>
}
