import type { Answered } from '#app/data/use-fetch.ts'
import { useAuth } from '#app/session/auth.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { WarningIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { PersonResponse } from '#contract/team.ts'
import { ListFrame } from '../list-frame.tsx'
import { RoleSwitch } from './role-switch.tsx'

type PeopleListProps = {
  q: string
  people: Answered<PersonResponse[]>
  onChanged(): void
}

export function PeopleList({ q, people, onChanged }: PeopleListProps) {
  const { answer, total, isLoading, replace } = people
  const { user } = useAuth()
  const take = (changed: PersonResponse) => {
    replace((answer ?? []).map((person) => (person.id === changed.id ? changed : person)))
    onChanged()
  }
  const columns: TableColumn<PersonResponse>[] = [
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
    <ListFrame
      label={q === '' ? 'The team' : 'People found'}
      list={people}
      failed="The people could not be loaded"
      empty={null}
      above={
        <p role="status" className="text-muted-foreground empty:hidden">
          {answer && q !== '' && !isLoading && countLabel(total, q)}
        </p>
      }
    >
      {(rows) => (
        <Table caption="People and their roles" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </ListFrame>
  )
}

function countLabel(total: number, q: string): string {
  if (total === 0)
    return `Nobody with “${q}” in the email or name has an account. They have to sign up first.`
  return total === 1 ? '1 person found' : `${total} people found`
}

function Person({ person, isYou }: { person: PersonResponse; isYou: boolean }) {
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
