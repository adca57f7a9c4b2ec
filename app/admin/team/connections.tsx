import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { PlusIcon } from '#app/ui/icons.tsx'
import type { KeyResponse, NewKeyResponse } from '#contract/team.ts'
import { type KeyRole, keyNameLimit, keyRoles } from '#rules/connections.ts'
import { formatDate, formatDateAndTime } from '#rules/dates.ts'
import { staffRoleWords } from '#rules/rights.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ListFrame } from '../list-frame.tsx'
import { ShownOnce } from './shown-once.tsx'
import { Webhooks } from './webhooks.tsx'

/** How the owner's other tools get at the shop, and how the shop tells them something. */
export function Connections() {
  return (
    <section aria-labelledby="connections" className="grid gap-6">
      <div>
        <h2 id="connections">Connections</h2>
        <p className="mt-2 max-w-prose text-muted-foreground">
          For your other tools, such as accounts or a courier. With a key a tool asks the shop; a webhook
          tells a tool what has happened.{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="text-link underline">
            All calls
          </a>
        </p>
      </div>
      <Keys />
      <Webhooks />
    </section>
  )
}

function Keys() {
  const list = useFetch<KeyResponse[]>('/api/keys')
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<NewKeyResponse | null>(null)
  return (
    <div className="grid gap-3">
      <ListFrame
        label="Keys"
        list={list}
        failed="The keys could not be loaded"
        empty={<p className="text-muted-foreground">No tool has a key yet.</p>}
        above={<h3>Keys</h3>}
      >
        {(rows) => (
          <ul className="grid gap-2">
            {rows.map((key) => (
              <Key key={key.id} apiKey={key} onRevoked={list.refetch} />
            ))}
          </ul>
        )}
      </ListFrame>
      <Button
        variant="secondary"
        size="sm"
        className="min-h-11 justify-self-start"
        onClick={() => setOpen(true)}
      >
        <PlusIcon size={20} />
        Make a key
      </Button>
      {isOpen && (
        <KeyForm
          onClose={() => setOpen(false)}
          onMade={(key) => {
            setMade(key)
            setOpen(false)
            list.refetch()
          }}
        />
      )}
      {made && (
        <ShownOnce
          title={`The key for ${made.api_key.name}`}
          text="Copy it to the tool now: it is shown only this once. Whoever has it can do what it may, so keep it like a password."
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
    </div>
  )
}

function Key({ apiKey, onRevoked }: { apiKey: KeyResponse; onRevoked(): void }) {
  const { id, name, role, prefix, made_by, made_at, last_used_at } = apiKey
  const [isAsked, setAsked] = useState(false)
  const { submit, isBusy } = useSubmit()
  const revoke = () =>
    submit({ failed: 'The key was not revoked' }, async () => {
      await api.delete(`/api/keys/${id}`)
      onRevoked()
      return { title: `The key for ${name} is revoked` }
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-card px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-semibold">{name}</strong>{' '}
        <span className="text-muted-foreground">
          {staffRoleWords[role].label}, {prefix}…
        </span>
        <p className="text-sm text-muted-foreground">
          {last_used_at ? `Last used ${formatDateAndTime(new Date(last_used_at))}` : 'Never used'}. Made
          {made_by && ` by ${made_by}`} on {formatDate(new Date(made_at))}.
        </p>
      </div>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setAsked(true)}>
        Revoke
        <span className="sr-only"> the key for {name}</span>
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Revoke the key for ${name}?`}
        confirmLabel="Revoke"
        destructive
        busy={isBusy}
        busyLabel="Revoking..."
        onConfirm={async () => {
          await revoke()
          setAsked(false)
        }}
        onClose={() => setAsked(false)}
      >
        <p>The tool is refused at once. What it did stays in the books under its name.</p>
      </ConfirmDialog>
    </li>
  )
}

const roleOptions = keyRoles.map((role) => ({ value: role, label: staffRoleWords[role].label }))

function KeyForm({ onMade, onClose }: { onMade(made: NewKeyResponse): void; onClose(): void }) {
  const [role, setRole] = useState<KeyRole>('helper')
  const { submit, isBusy } = useSubmit()
  const { form, field, onSubmit, refuse } = useFormErrors((values) => {
    const isNamed = String(values.get('name') ?? '').trim() !== ''
    return isNamed ? {} : { name: 'Please name the tool that uses the key' }
  })
  const send = (values: FormData) =>
    void submit({ failed: 'No key was made', refuse, onFailure: isAboutFields }, async () => {
      const body = { name: String(values.get('name')), role }
      onMade(await api.post<NewKeyResponse>('/api/keys', { body }))
      return undefined
    })
  return (
    <FormDialog
      title="Make a key"
      confirm="Make the key"
      busyLabel="Making the key..."
      form={form}
      isBusy={isBusy}
      onSubmit={onSubmit(send)}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        label="Which tool"
        help="So that you know later what it is for."
        autoComplete="off"
        maxLength={keyNameLimit}
      />
      <SelectField
        label="It may do what a … may"
        help={`${staffRoleWords[role].label}: ${staffRoleWords[role].may}. Nothing that asks for a password.`}
        options={roleOptions}
        value={role}
        onChange={({ target }) => setRole(keyRoles.find((each) => each === target.value) ?? 'helper')}
      />
    </FormDialog>
  )
}
