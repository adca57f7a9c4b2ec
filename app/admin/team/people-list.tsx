import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { Fetched } from '#app/data/use-fetch.ts'
import { useAuth } from '#app/session/auth.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { CheckIcon, LockIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { PersonResponse } from '#contract/team.ts'
import { type OfficeRole, officeRoleOf, officeRoles, type StaffRole, staffRoleWords } from '#rules/rights.ts'
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
      key: 'office',
      heading: 'Back office',
      cell: (person) => <OfficeRoleSelect key={heldRole(person)} person={person} onChanged={applyChange} />,
    },
    {
      key: 'driver',
      heading: 'Driver',
      cell: (person) => <DriverSwitch person={person} onChanged={applyChange} />,
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
    return `Nobody with “${q}” in the email or name has an account. They have to sign up first, or you invite them.`
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

type ChangeProps = {
  person: PersonResponse
  onChanged(person: PersonResponse): void
}

function DriverSwitch({ person, onChanged }: ChangeProps) {
  const { change, isBusy } = useRoleChange(person, onChanged)
  const { name, email, is_driver } = person
  return (
    <Switch
      label={<span className="sr-only">{`${email} is a driver`}</span>}
      checked={is_driver}
      disabled={isBusy}
      onChange={() => void change({ is_driver: !is_driver }, roleText(name, 'driver', !is_driver))}
    />
  )
}

const noRole = 'none'

const roleOptions = [
  { value: noRole, label: 'No access' },
  ...officeRoles.map((role) => ({ value: role, label: staffRoleWords[role].label })),
]

/** Each change is confirmed first: it opens a part of the shop to somebody, or closes it. */
function OfficeRoleSelect({ person, onChanged }: ChangeProps) {
  const held = heldRole(person)
  const [wanted, setWanted] = useState<OfficeRole | null>(held)
  const { change, isBusy } = useRoleChange(person, onChanged)
  const texts = roleTexts(person, held, wanted)
  return (
    <>
      <SelectField
        label={`What ${person.email} is in the back office`}
        hideLabel
        compact
        className="min-w-36"
        options={roleOptions}
        value={held ?? noRole}
        disabled={isBusy}
        onChange={({ target }) => setWanted(officeRoles.find((role) => role === target.value) ?? null)}
      />
      <ConfirmDialog
        open={wanted !== held}
        title={texts.title}
        confirmLabel={texts.confirm}
        destructive={wanted === null}
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          const body = Object.fromEntries(officeRoles.map((role) => [`is_${role}`, role === wanted]))
          if (!(await change(body, texts.done))) setWanted(held)
        }}
        onClose={() => setWanted(held)}
      >
        <p className="wrap-anywhere">{texts.text}</p>
      </ConfirmDialog>
    </>
  )
}

function heldRole({ is_admin, is_manager, is_helper }: PersonResponse): OfficeRole | null {
  return officeRoleOf({ isAdmin: is_admin, isManager: is_manager, isHelper: is_helper })
}

function roleTexts({ name, email }: PersonResponse, held: OfficeRole | null, wanted: OfficeRole | null) {
  if (wanted === null)
    return {
      title: `Take the back office away from ${name}?`,
      confirm: 'Take it away',
      text: `${email} can then no longer open the back office.`,
      done: roleText(name, held ?? 'helper', false),
    }
  const { one, may } = staffRoleWords[wanted]
  return {
    title: `Make ${name} ${one}?`,
    confirm: `Make ${wanted}`,
    text: `${email} then ${may}.`,
    done: roleText(name, wanted, true),
  }
}

function useRoleChange(person: PersonResponse, onChanged: ChangeProps['onChanged']) {
  const { user, revalidate } = useAuth()
  const { submit, isBusy } = useSubmit()
  const change = (body: Record<string, boolean>, title: string) =>
    submit({ failed: 'The role was not changed' }, async () => {
      onChanged(await api.put<PersonResponse>(`/api/team/${person.id}`, { body }))
      if (person.id === user?.id) void revalidate()
      return { title }
    })
  return { change, isBusy }
}

function roleText(name: string, role: StaffRole, isGiven: boolean): string {
  return `${name} is ${isGiven ? 'now' : 'no longer'} ${staffRoleWords[role].one}`
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
