import { Form, useSearchParams } from 'react-router'
import type { PersonAnswer, RoleChangeAnswer } from '../../../contract/team.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { adminHandle } from '../admin-handle.ts'
import type { Route } from './+types/team-page.ts'
import { PeopleList } from './people-list.tsx'
import { RoleChangesList } from './role-changes-list.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Team', hidden: true })
}

export const handle = adminHandle

/** Who runs the shop and who drives for it. The changes below show who decided that. */
export default function TeamPage() {
  const [search] = useSearchParams()
  const q = search.get('q')?.trim().slice(0, 100) ?? ''
  const page = pageIn(search, 'page')
  const changesPage = pageIn(search, 'changes')
  const people = useAnswer<PersonAnswer[]>(`/api/team?q=${encodeURIComponent(q)}&page=${page}&limit=20`)
  const changes = useAnswer<RoleChangeAnswer[]>(`/api/team/changes?page=${changesPage}&limit=20`)
  return (
    <div className="grid gap-10">
      <div className="grid gap-5">
        <div>
          <h1>Team</h1>
          <p className="mt-1 max-w-prose text-muted-foreground">
            Admins see and change everything in the back office. Drivers see the orders that they deliver. A
            change holds at once.
          </p>
        </div>
        <FindPeople q={q} />
        <PeopleList q={q} page={page} people={people} onChanged={changes.askAgain} />
      </div>
      <RoleChangesList page={changesPage} changes={changes} />
    </div>
  )
}

function FindPeople({ q }: { q: string }) {
  return (
    <Form role="search" className="flex max-w-form flex-wrap items-end gap-3">
      <TextField
        key={q}
        label="Find a person by email or name"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        className="min-w-52 flex-1"
      />
      <Button type="submit">
        <SearchIcon size={20} />
        Find
      </Button>
      {q !== '' && (
        <ButtonLink to="/admin/team" look="ghost">
          Show the team
        </ButtonLink>
      )}
    </Form>
  )
}

function pageIn(search: URLSearchParams, name: string): number {
  const page = Number(search.get(name) ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
