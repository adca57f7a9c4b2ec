import { useSearchParams } from 'react-router'
import type { RoleChangeAnswer } from '../../../contract/team.ts'
import { formatDateAndTime } from '../../../rules/dates.ts'
import type { Answered } from '../../data/use-answer.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadingArea, Skeleton } from '../../ui/skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { withPage } from './people-list.tsx'

type RoleChangesListProps = { page: number; changes: Answered<RoleChangeAnswer[]> }

const columns: TableColumn<RoleChangeAnswer>[] = [
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
export function RoleChangesList({ page, changes }: RoleChangesListProps) {
  const { answer, total, error, isLoading, askAgain } = changes
  const [search] = useSearchParams()
  return (
    <section aria-labelledby="role-changes" aria-busy={isLoading} className="grid gap-4">
      <h2 id="role-changes">Changes of roles</h2>
      {error && (
        <ErrorPanel title="The changes could not be loaded" onRetry={askAgain} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!answer && isLoading && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </LoadingArea>
      )}
      {answer?.length === 0 && <p className="text-muted-foreground">No role was changed yet.</p>}
      {answer && answer.length > 0 && (
        <>
          <Table
            caption="Changes of roles, the newest first"
            columns={columns}
            rows={answer}
            rowKey={({ id }) => id}
          />
          {total > 20 && (
            <Pagination
              page={page}
              pageSize={20}
              total={total}
              linkTo={(number) => withPage(search, 'changes', number)}
            />
          )}
        </>
      )}
    </section>
  )
}

const deleted = 'A deleted account'

function Words({ change: { person, role, is_given } }: { change: RoleChangeAnswer }) {
  const what = role === 'admin' ? 'an admin' : 'a driver'
  return (
    <span className="wrap-anywhere">
      {person?.email ?? deleted} {is_given ? `became ${what}` : `is no longer ${what}`}
    </span>
  )
}

function ChangedBy({ by }: { by: RoleChangeAnswer['changed_by'] }) {
  const words = by === 'owner' ? 'The owner, at the command line' : (by?.email ?? deleted)
  return <span className="text-right wrap-anywhere md:text-left">{words}</span>
}
