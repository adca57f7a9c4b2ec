import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { CheckIcon, PauseIcon, PlusIcon, WarningIcon } from '#app/ui/icons.tsx'
import type { DeliveryResponse, NewSecretResponse, WebhookResponse } from '#contract/team.ts'
import { shopEventTypes, webhookAddressMistake, webhookEventLabels } from '#rules/connections.ts'
import { formatDate } from '#rules/dates.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ListFrame } from '../list-frame.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookLog } from './webhook-log.tsx'

/** Where the shop calls when something happens. One log is open at a time. */
export function Webhooks() {
  const list = useFetch<WebhookResponse[]>('/api/webhooks')
  const [edited, setEdited] = useState<WebhookResponse | 'new' | null>(null)
  const [secret, setSecret] = useState<NewSecretResponse | null>(null)
  const [openLog, setOpenLog] = useState<string | null>(null)
  return (
    <div className="grid gap-3">
      <ListFrame
        label="Webhooks"
        list={list}
        failed="The webhooks could not be loaded"
        empty={<p className="text-muted-foreground">The shop calls no tool yet.</p>}
        above={<h3>Webhooks</h3>}
      >
        {(rows) => (
          <ul className="grid gap-2">
            {rows.map((webhook) => (
              <Webhook
                key={webhook.id}
                webhook={webhook}
                isLogOpen={openLog === webhook.id}
                onLog={(isOpen) => setOpenLog(isOpen ? webhook.id : null)}
                onEdit={() => setEdited(webhook)}
                onSecret={setSecret}
                onChanged={list.refetch}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      <Button
        variant="secondary"
        size="sm"
        className="min-h-11 justify-self-start"
        onClick={() => setEdited('new')}
      >
        <PlusIcon size={20} />
        Add a webhook
      </Button>
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(added) => {
            setSecret(added)
            setEdited(null)
            list.refetch()
          }}
        />
      )}
      {secret && (
        <ShownOnce
          title="The secret of the webhook"
          text={`Copy it to the tool at ${hostOf(secret.webhook)} now: it is shown only this once. With it the tool checks that a call comes from this shop.`}
          secret={secret.secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

function hostOf({ url }: WebhookResponse): string {
  return new URL(url).host
}

type WebhookProps = {
  webhook: WebhookResponse
  isLogOpen: boolean
  onLog(isOpen: boolean): void
  onEdit(): void
  onSecret(secret: NewSecretResponse): void
  onChanged(): void
}

type Asked = 'secret' | 'remove'

function Webhook({ webhook, isLogOpen, onLog, onEdit, onSecret, onChanged }: WebhookProps) {
  const { id, url, events, paused_at } = webhook
  const [asked, setAsked] = useState<Asked | null>(null)
  const [sent, setSent] = useState(0)
  const { submit, isBusy } = useSubmit()
  const path = `/api/webhooks/${id}`
  const test = () =>
    submit({ failed: 'No test was sent' }, async () => {
      await api.post<DeliveryResponse>(`${path}/test`)
      setSent((before) => before + 1)
      onLog(true)
      return { title: 'A test is on its way', description: 'The log shows what becomes of it.' }
    })
  const pause = () =>
    submit({ failed: 'The webhook was not changed' }, async () => {
      await api.put(path, { body: { is_paused: !paused_at } })
      onChanged()
      return { title: paused_at ? 'The webhook is on' : 'The webhook is paused' }
    })
  const renew = () =>
    submit({ failed: 'The secret was not renewed' }, async () => {
      onSecret(await api.post<NewSecretResponse>(`${path}/secret`))
      return undefined
    })
  const remove = () =>
    submit({ failed: 'The webhook was not removed' }, async () => {
      await api.delete(path)
      onChanged()
      return { title: 'The webhook is removed' }
    })
  const texts = asked && questions[asked](hostOf(webhook))
  const actions = [
    { label: isLogOpen ? 'Close the log' : 'Log', run: () => onLog(!isLogOpen) },
    ...(paused_at ? [] : [{ label: 'Send a test', run: test }]),
    { label: 'Change', run: onEdit },
    { label: paused_at ? 'Switch on' : 'Pause', run: pause },
    { label: 'New secret', run: () => setAsked('secret') },
    { label: 'Remove', run: () => setAsked('remove') },
  ]
  return (
    <li className="grid gap-3 rounded-card border border-border bg-card px-4 py-3">
      <div className="wrap-anywhere">
        <strong className="font-semibold">{url}</strong> <State webhook={webhook} />
        <p className="text-sm text-muted-foreground">
          {events.map((event) => webhookEventLabels[event]).join(', ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            variant="secondary"
            size="sm"
            className="min-h-11"
            disabled={isBusy}
            aria-label={`${label}: ${hostOf(webhook)}`}
            onClick={() => void run()}
          >
            {label}
          </Button>
        ))}
      </div>
      {isLogOpen && <WebhookLog key={sent} webhook={webhook} />}
      <ConfirmDialog
        open={asked !== null}
        title={texts?.title}
        confirmLabel={texts?.confirm ?? ''}
        destructive
        busy={isBusy}
        busyLabel="Saving..."
        onConfirm={async () => {
          await (asked === 'secret' ? renew() : remove())
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        <p className="wrap-anywhere">{texts?.text}</p>
      </ConfirmDialog>
    </li>
  )
}

const questions = {
  secret: (host: string) => ({
    title: 'Make a new secret?',
    confirm: 'Make a new secret',
    text: `The one before ends at once. Calls that ${host} refuses until it knows the new one come again.`,
  }),
  remove: (host: string) => ({
    title: 'Remove the webhook?',
    confirm: 'Remove',
    text: `Nothing is sent to ${host} any more, and its log goes too.`,
  }),
} satisfies Record<Asked, (host: string) => object>

function State({ webhook: { paused_at, failing_since } }: { webhook: WebhookResponse }) {
  if (paused_at)
    return (
      <Badge tone="red" icon={PauseIcon}>
        Paused
      </Badge>
    )
  if (failing_since)
    return (
      <Badge tone="amber" icon={WarningIcon}>
        Fails since {formatDate(new Date(failing_since))}
      </Badge>
    )
  return (
    <Badge tone="green" icon={CheckIcon}>
      On
    </Badge>
  )
}

type WebhookFormProps = {
  /** Null: a new one. */
  webhook: WebhookResponse | null
  /** With its secret where it is new. */
  onSaved(added: NewSecretResponse | null): void
  onClose(): void
}

function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps) {
  const { submit, isBusy } = useSubmit()
  const { form, field, onSubmit, refuse } = useFormErrors((values) => {
    const mistake = webhookAddressMistake(String(values.get('url') ?? '').trim())
    const hasEvents = values.getAll('events').length > 0
    return {
      ...(mistake === null ? {} : { url: mistake }),
      ...(hasEvents ? {} : { events: 'Please choose at least one' }),
    }
  })
  const send = (values: FormData) =>
    void submit({ failed: 'The webhook was not saved', refuse, onFailure: isAboutFields }, async () => {
      const body = { url: String(values.get('url')), events: values.getAll('events') }
      if (webhook) await api.put(`/api/webhooks/${webhook.id}`, { body })
      onSaved(webhook ? null : await api.post<NewSecretResponse>('/api/webhooks', { body }))
      return webhook ? { title: 'The webhook is changed' } : undefined
    })
  const { error: eventsError, id: eventsId } = field('events')
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'Add a webhook'}
      confirm={webhook ? 'Save' : 'Add'}
      form={form}
      isBusy={isBusy}
      onSubmit={onSubmit(send)}
      onClose={onClose}
    >
      <TextField
        {...field('url')}
        label="Address of the tool"
        help="The tool gives you one that begins with https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        defaultValue={webhook?.url}
        maxLength={500}
      />
      <fieldset aria-describedby={eventsError && `${eventsId}-error`}>
        <legend className="text-sm font-semibold">Tell it of</legend>
        {shopEventTypes.map((event) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={webhookEventLabels[event]}
            defaultChecked={webhook ? webhook.events.includes(event) : event.startsWith('order.')}
            className="w-full"
          />
        ))}
        {eventsError && (
          <p id={`${eventsId}-error`} className="text-sm font-semibold text-destructive-ink">
            {eventsError}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
