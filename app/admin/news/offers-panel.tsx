import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { TagIcon } from '#app/ui/office-icons.tsx'
import type { CampaignCard, CampaignListResponse, CampaignResponse } from '#contract/campaigns.ts'
import { type CampaignState, campaignStateLabels, holdReasonTexts } from '#rules/campaigns.ts'
import { shelfOf } from '#rules/categories.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { channelLabels } from '#rules/notifications.ts'
import { showPhone } from '#rules/phone-number.ts'
import { Loaded } from '../form-card.tsx'
import { useEditedRow } from '../form-sheet.tsx'
import { May } from '../office-rights.tsx'
import { costWords, OfferForm, usePreview } from './offer-form.tsx'

const address = '/api/campaigns?limit=50'

/** Offers to customers who agreed: written, tried out, sent, and what became of them. */
export function OffersPanel() {
  const list = useFetch<CampaignListResponse>(address)
  const { data, refetch } = list
  usePolling(refetch, 10_000, { isOn: data?.campaigns.some(({ state }) => state === 'sending') ?? false })
  return (
    <Loaded thing="offers" fetched={list}>
      {(known) => <Offers {...known} refetch={refetch} />}
    </Loaded>
  )
}

/** The hash opens this panel again after a new sign-in, too. */
function editAddress(id: number | 'new'): string {
  return `?edit=${id}#offers`
}

function Offers({ campaigns, channels, refetch }: CampaignListResponse & { refetch(): void }) {
  const edited = useEditedRow({ data: campaigns.filter(({ state }) => state === 'draft'), refetch })
  const add = (
    <ButtonLink to={editAddress('new')} preventScrollReset>
      <PlusIcon size={20} />
      Write an offer
    </ButtonLink>
  )
  return (
    <div className="grid max-w-4xl gap-5">
      {campaigns.length === 0 ? (
        <EmptyState icon={TagIcon} title="No offers yet" action={add}>
          They go only to people who asked for them: with “Get offers” on the page of their order, by START on
          WhatsApp, or in the newsletter.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-prose text-muted-foreground">
              From 8 to 19 o’clock, Monday to Saturday, 60 a minute. Messages about orders go first.
            </p>
            {add}
          </div>
          <ul className="grid gap-3">
            {campaigns.map((offer) => (
              <Offer key={offer.id} offer={offer} onChanged={refetch} />
            ))}
          </ul>
        </>
      )}
      {edited.isOpen && (
        <OfferForm {...edited.form} key={edited.form.key} offer={edited.row} channels={channels} />
      )}
    </div>
  )
}

const tones = {
  draft: 'gray',
  scheduled: 'indigo',
  sending: 'clay',
  paused: 'amber',
  done: 'green',
  stopped: 'red',
} satisfies Record<CampaignState, BadgeTone>

type OfferProps = { offer: CampaignCard; onChanged(): void }

function Offer({ offer, onChanged }: OfferProps) {
  const { id, name, state, text, people, sent } = offer
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="grid gap-3 rounded-card border border-border bg-card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <Badge tone={tones[state]}>{campaignStateLabels[state]}</Badge>
        {people > 0 && (
          <span className="text-sm text-muted-foreground tabular-nums">
            {sent} of {people} sent
          </span>
        )}
      </div>
      <p className="text-sm text-muted-foreground">{audienceWords(offer)}</p>
      <p className="line-clamp-3 wrap-anywhere">{text}</p>
      <Waiting offer={offer} />
      <Steps offer={offer} onChanged={onChanged} />
      {people > 0 && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">
            Results<span className="sr-only"> of {name}</span>
          </summary>
          {isOpen && <Results id={id} known={offer} />}
        </details>
      )}
    </li>
  )
}

function audienceWords({ channel, days, category, town, subject }: CampaignCard): string {
  const bought = [
    days === null ? 'everybody who agreed' : `people who bought in the last ${days} days`,
    category !== '' && shelfOf(category).heading,
    town !== '' && town,
  ].filter(Boolean)
  return `${channelLabels[channel]} to ${bought.join(', ')}${subject ? `: ${subject}` : ''}`
}

/** Why nothing goes out at the moment, where that is so. */
function Waiting({ offer: { state, starts_at, waits_until, hold_reason } }: { offer: CampaignCard }) {
  const at = (moment: string) => formatDateAndTime(new Date(moment))
  const words =
    (state === 'scheduled' && starts_at && `It starts on ${at(starts_at)}.`) ||
    (hold_reason && holdReasonTexts[hold_reason]) ||
    (waits_until && `Quiet hours: it goes on by itself on ${at(waits_until)}.`)
  return words ? <p className="rounded-control bg-warning-soft px-3 py-2 text-warning">{words}</p> : null
}

const small = { variant: 'secondary', size: 'sm', className: 'min-h-11' } as const

function Steps({ offer, onChanged }: OfferProps) {
  const { id, name, state, channel } = offer
  const { submit, isBusyWith } = useSubmit()
  const [question, setQuestion] = useState<'start' | 'stop' | 'delete' | null>(null)
  const step = (to: CampaignState, title: string, starts_at: string | null = null) =>
    submit({ key: to, failed: 'That did not work' }, async () => {
      try {
        await api.put(`/api/campaigns/${id}/state`, { body: { from: state, to, starts_at } })
      } finally {
        onChanged()
      }
      setQuestion(null)
      return { title }
    })
  const remove = () =>
    submit({ key: 'delete', failed: 'The offer was not deleted' }, async () => {
      try {
        await api.delete(`/api/campaigns/${id}`)
      } finally {
        onChanged()
      }
      return { title: `${name} is deleted` }
    })
  const test = () =>
    void submit({ key: 'test', failed: 'The test was not sent' }, async () => {
      const { to } = await api.post<{ to: string }>(`/api/campaigns/${id}/test`)
      return { title: `A test went to ${channel === 'email' ? to : showPhone(to)}` }
    })
  const of = <span className="sr-only"> {name}</span>
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {state === 'draft' && (
        <>
          <ButtonLink {...small} to={editAddress(id)} preventScrollReset>
            Edit{of}
          </ButtonLink>
          <Button {...small} busy={isBusyWith('test')} busyLabel="Sending..." onClick={test}>
            Send a test to me
          </Button>
          <Button size="sm" className="min-h-11" onClick={() => setQuestion('start')}>
            Start{of}
          </Button>
          <May right="deletion">
            <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setQuestion('delete')}>
              <TrashIcon size={18} />
              Delete{of}
            </Button>
          </May>
        </>
      )}
      {state === 'scheduled' && (
        <Button
          {...small}
          busy={isBusyWith('draft')}
          onClick={() => void step('draft', 'Not planned any more')}
        >
          Do not send it{of}
        </Button>
      )}
      {state === 'sending' && (
        <Button {...small} busy={isBusyWith('paused')} onClick={() => void step('paused', 'Paused')}>
          Pause{of}
        </Button>
      )}
      {state === 'paused' && (
        <Button {...small} busy={isBusyWith('sending')} onClick={() => void step('sending', 'It goes on')}>
          Go on{of}
        </Button>
      )}
      {(state === 'sending' || state === 'paused') && (
        <Button {...small} onClick={() => setQuestion('stop')}>
          Stop{of}
        </Button>
      )}
      {question === 'start' && (
        <StartQuestion
          offer={offer}
          isBusy={isBusyWith('sending') || isBusyWith('scheduled')}
          onStart={(at) =>
            void (at === null ? step('sending', 'The offer goes out') : step('scheduled', 'Planned', at))
          }
          onClose={() => setQuestion(null)}
        />
      )}
      <ConfirmDialog
        open={question === 'stop'}
        title="Stop this offer for good?"
        confirmLabel="Stop it"
        cancelLabel="Go on sending"
        destructive
        busy={isBusyWith('stopped')}
        onConfirm={() => void step('stopped', 'Stopped')}
        onClose={() => setQuestion(null)}
      >
        <p>Whoever has not got it yet does not get it. To go on later, pause it instead.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'delete'}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        destructive
        busy={isBusyWith('delete')}
        onConfirm={async () => {
          await remove()
          setQuestion(null)
        }}
        onClose={() => setQuestion(null)}
      >
        <p>Nobody has got it yet. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  )
}

type StartQuestionProps = {
  offer: CampaignCard
  isBusy: boolean
  onStart(at: string | null): void
  onClose(): void
}

/** What it costs is counted once more, at this moment. */
function StartQuestion({ offer, isBusy, onStart, onClose }: StartQuestionProps) {
  const { preview, isFailed } = usePreview(offer)
  const [later, setLater] = useState('')
  return (
    <ConfirmDialog
      open
      title={`Send “${offer.name}”?`}
      confirmLabel={later === '' ? 'Start now' : 'Plan it'}
      busy={isBusy || (preview === null && !isFailed)}
      // The shop's clock is that of Ghana, which is GMT.
      onConfirm={() => onStart(later === '' ? null : `${later}:00Z`)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p role="status" className="font-semibold">
          {preview ? costWords(offer, preview) : isFailed ? 'It could not be counted now.' : 'Counting...'}
        </p>
        <p>It cannot be changed any more once it goes out. You can pause and stop it.</p>
        <TextField
          label="Start later"
          help="Time of Ghana. Leave it empty to start now."
          optional
          type="datetime-local"
          value={later}
          onChange={({ currentTarget }) => setLater(currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}

/** As of now; what was ordered afterwards is counted only when somebody looks. */
function Results({ id, known }: { id: number; known: CampaignCard }) {
  const { data, refetch } = useFetch<CampaignResponse>(`/api/campaigns/${id}`)
  usePolling(refetch, 10_000, { isOn: known.state === 'sending' })
  const { waiting, sent, delivered, read, failed, unsubscribed } = data ?? known
  const facts: [string, number | undefined][] = [
    ['Waiting', waiting],
    ['Sent', sent],
    ['Arrived', delivered],
    ['Read', read],
    ['Not sent', failed],
    ['Unsubscribed', unsubscribed],
    ['Orders within 7 days', data?.orders],
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 pt-2 sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  )
}
