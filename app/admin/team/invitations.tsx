import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { CopyIcon, MailIcon, PlusIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import type { InvitationResponse, NewInvitationResponse } from '#contract/team.ts'
import { emailMistake, normaliseEmail } from '#rules/account-fields.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { chatLink, normaliseTextable, showPhone } from '#rules/phone-number.ts'
import { type StaffRole, staffRoles, staffRoleWords } from '#rules/rights.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ListFrame } from '../list-frame.tsx'
import { CopiedText, useCopy } from './shown-once.tsx'

/** Who was invited and has not come yet, and the form that invites somebody. */
export function Invitations() {
  const list = useFetch<InvitationResponse[]>('/api/team/invitations')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-4">
      <Button size="sm" className="min-h-11 justify-self-start" onClick={() => setOpen(true)}>
        <PlusIcon size={20} />
        Invite somebody
      </Button>
      <OpenInvitations list={list} />
      {isOpen && <InviteDialog onInvited={list.refetch} onClose={() => setOpen(false)} />}
    </div>
  )
}

function OpenInvitations({ list }: { list: Fetched<InvitationResponse[]> }) {
  const [revoking, setRevoking] = useState<InvitationResponse | null>(null)
  const { submit, isBusy } = useSubmit()
  const revoke = (id: string) =>
    submit({ failed: 'The invitation was not taken back' }, async () => {
      await api.delete(`/api/team/invitations/${id}`)
      list.refetch()
      return { title: 'The invitation is taken back', description: 'Its link does not work any more.' }
    })
  return (
    <>
      <ListFrame
        label="Open invitations"
        list={list}
        failed="The invitations could not be loaded"
        empty={null}
        above={list.data && list.data.length > 0 && <h2>Open invitations</h2>}
      >
        {(rows) => (
          <ul className="grid gap-2">
            {rows.map((invitation) => (
              <OpenInvitation
                key={invitation.id}
                invitation={invitation}
                onRevoke={() => setRevoking(invitation)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      <ConfirmDialog
        open={revoking !== null}
        title="Take the invitation back?"
        confirmLabel="Take it back"
        destructive
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          if (revoking) await revoke(revoking.id)
          setRevoking(null)
        }}
        onClose={() => setRevoking(null)}
      >
        <p className="wrap-anywhere">
          The link that {revoking && recipientOf(revoking)} got does not work any more.
        </p>
      </ConfirmDialog>
    </>
  )
}

type OpenInvitationProps = { invitation: InvitationResponse; onRevoke(): void }

function OpenInvitation({ invitation, onRevoke }: OpenInvitationProps) {
  const recipient = recipientOf(invitation)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-card px-4 py-3">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <strong className="font-semibold">{recipient}</strong>{' '}
        <span className="text-muted-foreground">as {staffRoleWords[invitation.role].one}</span>
        <p className="text-sm text-muted-foreground">
          By {invitation.invited_by}, until {formatDateAndTime(new Date(invitation.expires_at))}
        </p>
      </div>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={onRevoke}>
        Take back
        <span className="sr-only"> the invitation of {recipient}</span>
      </Button>
    </li>
  )
}

function recipientOf({ email, phone }: InvitationResponse): string {
  return email ?? (phone ? showPhone(phone) : 'Somebody')
}

type InviteDialogProps = { onInvited(): void; onClose(): void }

/** First whom and as what; then the link, which the shop shows this once. */
function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<NewInvitationResponse | null>(null)
  if (made) return <ReadyToSend {...made} onClose={onClose} />
  return (
    <InviteForm
      onClose={onClose}
      onMade={(invited) => {
        setMade(invited)
        onInvited()
      }}
    />
  )
}

const roleOptions = staffRoles.map((role) => ({ value: role, label: staffRoleWords[role].label }))

function InviteForm({ onMade, onClose }: { onMade(made: NewInvitationResponse): void; onClose(): void }) {
  const [role, setRole] = useState<(typeof staffRoles)[number]>('helper')
  const { submit, isBusy } = useSubmit()
  const { form, field, onSubmit, refuse } = useFormErrors((values) => {
    const mistake = recipientMistake(String(values.get('recipient') ?? ''))
    return mistake === null ? {} : { recipient: mistake }
  })
  const send = (values: FormData) =>
    void submit(
      {
        failed: 'Nobody was invited',
        refuse: ({ email, phone }) => refuse({ recipient: email ?? phone ?? '' }),
        onFailure: isAboutFields,
      },
      async () => {
        const body = { role, ...readRecipient(String(values.get('recipient') ?? '')) }
        onMade(await api.post<NewInvitationResponse>('/api/team/invitations', { body }))
        return undefined
      },
    )
  return (
    <FormDialog
      title="Invite somebody"
      confirm="Make the link"
      busyLabel="Making the link..."
      form={form}
      isBusy={isBusy}
      onSubmit={onSubmit(send)}
      onClose={onClose}
    >
      <SelectField
        label="Role"
        help={`${staffRoleWords[role].label}: ${staffRoleWords[role].may}.`}
        options={roleOptions}
        value={role}
        onChange={({ target }) => setRole(staffRoles.find((each) => each === target.value) ?? 'helper')}
      />
      <TextField
        {...field('recipient')}
        label="Email or WhatsApp number"
        help="You send the link yourself. It works once, for 72 hours."
        autoComplete="off"
        maxLength={254}
      />
    </FormDialog>
  )
}

function ReadyToSend({ invitation, link, onClose }: NewInvitationResponse & { onClose(): void }) {
  const { shopName } = useShopFacts()
  const otherwise = 'Copying is not possible here. Please mark the link and copy it.'
  const { copy, copied } = useCopy(link, 'Link copied', otherwise)
  const { role, email, phone } = invitation
  const to = phone ? { phone } : { email: email ?? '' }
  return (
    <Dialog
      open
      title="The invitation is ready"
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Done
          </Button>
          <Button variant="secondary" onClick={copy}>
            <CopyIcon size={20} />
            Copy link
          </Button>
          <ButtonLink to={invitationAddress(to, { role, shopName, link })} target="_blank">
            {phone ? <WhatsAppIcon size={20} /> : <MailIcon size={20} />}
            {phone ? 'Send on WhatsApp' : 'Send by email'}
          </ButtonLink>
        </>
      }
    >
      <p>
        Send this link to {recipientOf(invitation)}. Whoever opens it first becomes {staffRoleWords[role].one}
        . It is shown only now, and works once, for 72 hours.
      </p>
      <CopiedText secret={link} copied={copied} />
    </Dialog>
  )
}

export type Recipient = { email: string } | { phone: string }

/** One field takes both; null for what is neither. */
export function readRecipient(text: string): Recipient | null {
  const written = text.trim()
  if (written.includes('@')) return emailMistake(written) ? null : { email: normaliseEmail(written) }
  const phone = normaliseTextable(written)
  return phone === null ? null : { phone }
}

export function recipientMistake(text: string): string | null {
  if (text.trim() === '') return 'Please enter an email or a phone number'
  return readRecipient(text) ? null : 'This is neither an email address nor a mobile number'
}

type Invited = { role: StaffRole; shopName: string; link: string }

function invitationText({ role, shopName, link }: Invited): string {
  const { one } = staffRoleWords[role]
  return `Hello! You are invited to work at ${shopName} as ${one}. Open this link within 3 days and choose a password: ${link}`
}

/** Opens the chat or the mail program with the text as a draft. */
export function invitationAddress(to: Recipient, invited: Invited): string {
  const text = invitationText(invited)
  if ('phone' in to) return chatLink(to.phone, text)
  const subject = `Your invitation to ${invited.shopName}`
  return `mailto:${encodeURIComponent(to.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}
