import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { useAuth } from '#app/session/auth.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { PersonResponse } from '#contract/team.ts'

type Role = 'admin' | 'driver'

type RoleSwitchProps = {
  which: Role
  person: PersonResponse
  onChanged(person: PersonResponse): void
}

/** Every change of an admin is asked about once: it opens the whole shop to somebody, or closes it. */
export function RoleSwitch({ which, person, onChanged }: RoleSwitchProps) {
  const field = which === 'admin' ? 'is_admin' : 'is_driver'
  const isOn = person[field]
  const [isAsking, setAsking] = useState(false)
  const { change, isBusy } = useChange(person, which, onChanged)
  const press = () => {
    if (which === 'admin') setAsking(true)
    else void change(!isOn)
  }
  return (
    <>
      <Switch
        label={
          <VisuallyHidden>{`${person.email} is ${which === 'admin' ? 'an admin' : 'a driver'}`}</VisuallyHidden>
        }
        checked={isOn}
        disabled={isBusy}
        onChange={press}
      />
      <ConfirmDialog
        open={isAsking}
        title={isOn ? `Take the back office away from ${person.name}?` : `Make ${person.name} an admin?`}
        confirmLabel={isOn ? 'Take it away' : 'Make admin'}
        destructive={isOn}
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          await change(!isOn)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
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

function useChange(person: PersonResponse, which: Role, onChanged: (person: PersonResponse) => void) {
  const { user, revalidate } = useAuth()
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const change = async (isGiven: boolean) => {
    setBusy(true)
    try {
      const body = which === 'admin' ? { is_admin: isGiven } : { is_driver: isGiven }
      const changed = await api.put<PersonResponse>(`/api/team/${person.id}`, { body })
      onChanged(changed)
      show({ title: wordsFor(person.name, which, isGiven), tone: 'success' })
      if (person.id === user?.id) void revalidate()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The role was not changed', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { change, isBusy }
}

function wordsFor(name: string, which: Role, isGiven: boolean): string {
  const what = which === 'admin' ? 'an admin' : 'a driver'
  return isGiven ? `${name} is now ${what}` : `${name} is no longer ${what}`
}
