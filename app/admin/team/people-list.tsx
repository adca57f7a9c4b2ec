import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { Fetched } from '#app/data/use-fetch.ts'
import { useAuth } from '#app/session/auth.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { CheckIcon, LockIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { PersonResponse } from '#contract/team.ts'
import { ListFrame } from '../list-frame.tsx'

type PeopleListProps = {
  q: string
  people: Fetched<PersonResponse[]>
  onChanged(): void
}

export function PeopleList({ q, people, onChanged }: PeopleListProps) {
  const { data, total, isLoading, replace } = people
  const { user } = useAuth()
  const applyChange = (changed: PersonResponse) => {
    replace((data ?? []).map((person) => (person.id === changed.id ? changed : person)))
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
      cell: (person) => <RoleSwitch which="admin" person={person} onChanged={applyChange} />,
    },
    {
      key: 'driver',
      heading: 'Driver',
      cell: (person) => <RoleSwitch which="driver" person={person} onChanged={applyChange} />,
    },
    {
      key: 'access',
      heading: 'Access',
      cell: (person) => <Access person={person} isYou={person.id === user?.id} onChanged={applyChange} />,
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
          {data && q !== '' && !isLoading && countLabel(total, q)}
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
        {person.has_second_factor && (
          <Badge tone="green" icon={CheckIcon}>
            Two-step sign-in
          </Badge>
        )}
        {person.is_blocked && (
          <Badge tone="red" icon={LockIcon}>
            Blocked
          </Badge>
        )}
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

type Role = 'admin' | 'driver'

type RoleSwitchProps = {
  which: Role
  person: PersonResponse
  onChanged(person: PersonResponse): void
}

/** A change of the admin role is confirmed first: it opens the whole shop to somebody, or closes it. */
function RoleSwitch({ which, person, onChanged }: RoleSwitchProps) {
  const field = which === 'admin' ? 'is_admin' : 'is_driver'
  const isOn = person[field]
  const [isConfirming, setConfirming] = useState(false)
  const { change, isBusy } = useRoleChange(person, which, onChanged)
  const press = () => {
    if (which === 'admin') setConfirming(true)
    else void change(!isOn)
  }
  return (
    <>
      <Switch
        label={
          <span className="sr-only">{`${person.email} is ${which === 'admin' ? 'an admin' : 'a driver'}`}</span>
        }
        checked={isOn}
        disabled={isBusy}
        onChange={press}
      />
      <ConfirmDialog
        open={isConfirming}
        title={isOn ? `Take the back office away from ${person.name}?` : `Make ${person.name} an admin?`}
        confirmLabel={isOn ? 'Take it away' : 'Make admin'}
        destructive={isOn}
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          await change(!isOn)
          setConfirming(false)
        }}
        onClose={() => setConfirming(false)}
      >
        <p className="wrap-anywhere">
          {isOn
            ? `${person.email} can then no longer open the back office.`
            : `${person.email} can then see all orders and customers, and change everything in the shop.`}
        </p>
      </ConfirmDialog>
    </>
  )
}

function useRoleChange(person: PersonResponse, which: Role, onChanged: (person: PersonResponse) => void) {
  const { user, revalidate } = useAuth()
  const { submit, isBusy } = useSubmit()
  const change = (isGiven: boolean) =>
    submit({ failed: 'The role was not changed' }, async () => {
      const body = which === 'admin' ? { is_admin: isGiven } : { is_driver: isGiven }
      onChanged(await api.put<PersonResponse>(`/api/team/${person.id}`, { body }))
      if (person.id === user?.id) void revalidate()
      return { title: roleText(person.name, which, isGiven) }
    })
  return { change, isBusy }
}

function roleText(name: string, which: Role, isGiven: boolean): string {
  const what = which === 'admin' ? 'an admin' : 'a driver'
  return isGiven ? `${name} is now ${what}` : `${name} is no longer ${what}`
}

type AccessProps = { person: PersonResponse; isYou: boolean; onChanged(person: PersonResponse): void }

/** For a phone that was lost, or somebody who must not come in any more. */
function Access({ person, isYou, onChanged }: AccessProps) {
  const { name, email, id, is_blocked } = person
  const [asked, setAsked] = useState<AccessChange | null>(null)
  const { submit, isBusy } = useSubmit()
  const end = () =>
    submit({ failed: 'Nobody was signed out' }, async () => {
      await api.delete(`/api/team/${id}/sessions`)
      return { title: isYou ? 'Your other devices were signed out' : `${name} was signed out everywhere` }
    })
  const block = () =>
    submit({ failed: 'The account was not changed' }, async () => {
      onChanged(await api.put<PersonResponse>(`/api/team/${id}/block`, { body: { is_blocked: !is_blocked } }))
      return { title: is_blocked ? `${name} can sign in again` : `${name} is blocked` }
    })
  const reset = () =>
    submit({ failed: 'The two-step sign-in was not reset' }, async () => {
      onChanged(await api.delete<PersonResponse>(`/api/team/${id}/second-factor`))
      return { title: `${name} signs in with the password alone` }
    })
  const change = { end, block, reset }
  const texts = asked && accessTexts(person, isYou, asked)
  return (
    <div className="flex flex-wrap justify-end gap-2 md:justify-start">
      <Button variant="secondary" aria-label={`Sign out ${email} everywhere`} onClick={() => setAsked('end')}>
        Sign out
      </Button>
      {!isYou && (
        <Button
          variant="secondary"
          aria-label={`${is_blocked ? 'Unblock' : 'Block'} ${email}`}
          onClick={() => setAsked('block')}
        >
          {is_blocked ? 'Unblock' : 'Block'}
        </Button>
      )}
      {!isYou && person.has_second_factor && (
        <Button
          variant="secondary"
          aria-label={`Reset two-step sign-in of ${email}`}
          onClick={() => setAsked('reset')}
        >
          Reset two-step
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={texts?.title}
        confirmLabel={texts?.confirm ?? ''}
        destructive={asked !== 'block' || !is_blocked}
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          if (asked) await change[asked]()
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        <p className="wrap-anywhere">{texts?.text}</p>
      </ConfirmDialog>
    </div>
  )
}

type AccessChange = 'end' | 'block' | 'reset'

function accessTexts({ name, email, is_blocked }: PersonResponse, isYou: boolean, asked: AccessChange) {
  if (asked === 'end')
    return {
      title: `Sign ${name} out everywhere?`,
      confirm: 'Sign out everywhere',
      text: `${email} has to sign in again on every device${isYou ? ' but this one' : ''}.`,
    }
  if (asked === 'reset')
    return {
      title: `Reset the two-step sign-in of ${name}?`,
      confirm: 'Reset',
      text: `For a lost phone: make sure that it is really ${name} who asks. ${email} is signed out everywhere and signs in with the password alone, until they set it up again. All admins get an e-mail.`,
    }
  if (is_blocked)
    return {
      title: `Let ${name} in again?`,
      confirm: 'Unblock',
      text: `${email} can then sign in again, with the same password and roles.`,
    }
  return {
    title: `Block ${name}?`,
    confirm: 'Block',
    text: `${email} is signed out everywhere and cannot sign in any more, with any password. Orders and roles stay.`,
  }
}
