import { useSearchParams } from 'react-router'
import type { PersonAnswer } from '../../../contract/team.ts'
import type { Answered } from '../../data/use-answer.ts'
import { useAuth } from '../../session/auth.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadingArea, Skeleton } from '../../ui/skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { RoleSwitch } from './role-switch.tsx'

type PeopleListProps = {
  q: string
  page: number
  people: Answered<PersonAnswer[]>
  onChanged(): void
}

export function PeopleList({ q, page, people, onChanged }: PeopleListProps) {
  const { answer, total, error, isLoading, askAgain, replace } = people
  const { user } = useAuth()
  const [search] = useSearchParams()
  const take = (changed: PersonAnswer) => {
    replace((answer ?? []).map((person) => (person.id === changed.id ? changed : person)))
    onChanged()
  }
  const columns: TableColumn<PersonAnswer>[] = [
    {
      key: 'person',
      heading: 'Person',
      part: 'title',
      cell: (person) => <Person person={person} isYou={person.id === user?.id} />,
    },
    {
      key: 'admin',
      heading: 'Admin',
      cell: (person) => <RoleSwitch which="admin" person={person} onChanged={take} />,
    },
    {
      key: 'driver',
      heading: 'Driver',
      cell: (person) => <RoleSwitch which="driver" person={person} onChanged={take} />,
    },
  ]
  return (
    <section aria-label={q === '' ? 'The team' : 'People found'} aria-busy={isLoading} className="grid gap-4">
      {error && (
        <ErrorPanel title="The people could not be loaded" onRetry={askAgain} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!answer && isLoading && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </LoadingArea>
      )}
      <p role="status" className="text-muted-foreground empty:hidden">
        {answer && q !== '' && !isLoading && foundWords(total, q)}
      </p>
      {answer && answer.length > 0 && (
        <>
          <Table caption="People and their roles" columns={columns} rows={answer} rowKey={({ id }) => id} />
          {total > 20 && (
            <Pagination
              page={page}
              pageSize={20}
              total={total}
              linkTo={(number) => withPage(search, 'page', number)}
            />
          )}
        </>
      )}
    </section>
  )
}

function foundWords(total: number, q: string): string {
  if (total === 0)
    return `Nobody with “${q}” in the email or name has an account. They have to sign up first.`
  return total === 1 ? '1 person found' : `${total} people found`
}

function Person({ person, isYou }: { person: PersonAnswer; isYou: boolean }) {
  return (
    <div className="wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2">
        {person.name}
        {isYou && <Badge tone="clay">You</Badge>}
        {!person.email_confirmed && (
          <Badge tone="amber" icon={WarningIcon}>
            Email not confirmed
          </Badge>
        )}
      </span>
      <span className="text-sm font-normal text-muted-foreground">{person.email}</span>
    </div>
  )
}

/** Two lists on one page: each keeps the other's place. */
export function withPage(search: URLSearchParams, name: string, page: number): { search: string } {
  const next = new URLSearchParams(search)
  if (page === 1) next.delete(name)
  else next.set(name, String(page))
  return { search: next.size === 0 ? '' : `?${next}` }
}
