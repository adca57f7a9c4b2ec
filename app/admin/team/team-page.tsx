import { useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PersonResponse, RoleChangeResponse } from '#contract/team.ts'
import { adminHandle } from '../admin-handle.ts'
import { FindForm } from '../find-form.tsx'
import { pageIn } from '../list-address.ts'
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
            Admins see and change everything in the back office. Drivers see the orders that they deliver. A
            change holds at once.
          </p>
        </div>
        <FindPeople q={q} />
        <PeopleList q={q} people={people} onChanged={changes.refetch} />
      </div>
      <RoleChangesList changes={changes} />
    </div>
  )
}

function FindPeople({ q }: { q: string }) {
  return (
    <FindForm label="Find a person by email or name" q={q}>
      {q !== '' && (
        <ButtonLink to="/admin/team" variant="ghost">
          Show the team
        </ButtonLink>
      )}
    </FindForm>
  )
}
