import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { CheckIcon, UndoIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { ConversationLine, ConversationResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { lineChannelLabels } from '#rules/inbox.ts'
import { failureReasonTexts } from '#rules/notifications.ts'
import { diallablePhone, showPhone } from '#rules/phone-number.ts'
import { MessageBadge } from '../message-badge.tsx'
import { ReplyForm } from './reply-form.tsx'

type ConversationSheetProps = { id: number; onClose(): void; onChanged(): void }

type Change = Partial<{ state: 'open' | 'closed'; unread: boolean; assigned_to: string | null; join: number }>

/** Everything that one person and the shop said to each other, and the next answer. */
export function ConversationSheet({ id, onClose, onChanged }: ConversationSheetProps) {
  const address = `/api/conversations/${id}`
  const { data, error, isLoading, refetch, replace } = useFetch<ConversationResponse>(address)
  usePolling(() => navigator.onLine && refetch(), 10_000)
  const show = (changed: ConversationResponse) => {
    replace(changed)
    onChanged()
  }
  // Whoever wants it unread has read it: a look that comes before the sheet is closed must not mark it again.
  const staysUnread = useRef(false)
  useMarkRead(address, data, staysUnread, show)
  const title = data ? data.name || showPhone(data.phone ?? '') || data.email : 'Message'
  return (
    <Sheet
      id="conversation"
      place="right-wide"
      title={<span className="wrap-anywhere">{title}</span>}
      open
      onClose={onClose}
      footer={data && <ReplyForm conversation={data} onSent={show} />}
    >
      {error && (
        <ErrorPanel title="The conversation could not be opened" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!data && isLoading && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-32" />
        </LoadingArea>
      )}
      {data && (
        <div className="grid gap-5">
          <Person conversation={data} />
          <Actions
            address={address}
            conversation={data}
            onDone={show}
            onStale={refetch}
            staysUnread={staysUnread}
            onUnread={() => {
              onClose()
              onChanged()
            }}
          />
          <AllLines address={address} conversation={data} />
        </div>
      )}
    </Sheet>
  )
}

/** Whoever looks at it has read it. Somebody quicker is no problem: the next look shows theirs. */
function useMarkRead(
  address: string,
  data: ConversationResponse | null,
  staysUnread: RefObject<boolean>,
  show: (changed: ConversationResponse) => void,
) {
  const isUnread = data?.unread === true
  const version = data?.version ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version that is unread.
  useEffect(() => {
    if (!isUnread || staysUnread.current) return
    const body = { version, unread: false }
    api.put<ConversationResponse>(address, { body }).then(show, () => {})
  }, [address, isUnread, version])
}

function Person({ conversation }: { conversation: ConversationResponse }) {
  const { phone, email, state, wants_offers } = conversation
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {phone && (
        <a
          href={`tel:${diallablePhone(phone)}`}
          className="inline-flex min-h-11 items-center text-link underline"
        >
          {showPhone(phone)}
        </a>
      )}
      {email && <span className="text-muted-foreground wrap-anywhere">{email}</span>}
      <Link
        to={`/admin/orders?q=${encodeURIComponent(phone ? showPhone(phone) : (email ?? ''))}`}
        className="inline-flex min-h-11 items-center text-link underline"
      >
        Their orders
      </Link>
      {state === 'closed' && (
        <Badge tone="green" icon={CheckIcon}>
          Closed
        </Badge>
      )}
      {wants_offers === false && <Badge>Wants no offers</Badge>}
    </div>
  )
}

type ActionsProps = {
  address: string
  conversation: ConversationResponse
  onDone(changed: ConversationResponse): void
  onStale(): void
  staysUnread: RefObject<boolean>
  onUnread(): void
}

function Actions({ address, conversation, onDone, onStale, staysUnread, onUnread }: ActionsProps) {
  const { state, version, assigned_to, colleagues, same_person } = conversation
  const { submit, isBusyWith } = useSubmit()
  const [isJoining, setIsJoining] = useState(false)
  const change = (key: string, title: string, changes: Change) =>
    submit(
      {
        key,
        failed: 'Nothing was changed',
        onFailure: ({ code }) => void (code === 'conflict' && onStale()),
      },
      async () => {
        onDone(await api.put<ConversationResponse>(address, { body: { version, ...changes } }))
        return { title }
      },
    )
  const isClosed = state === 'closed'
  // Not shown here once more: whoever looks at it has read it.
  const markUnread = async () => {
    staysUnread.current = true
    staysUnread.current = await submit({ key: 'unread', failed: 'Nothing was changed' }, async () => {
      await api.put<ConversationResponse>(address, { body: { version, unread: true } })
      onUnread()
      return { title: 'The message is unread again' }
    })
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          compact
          label="Answered by"
          className="min-w-40 flex-1 max-sm:w-full max-sm:flex-none"
          placeholder="Nobody yet"
          value={assigned_to?.id ?? ''}
          options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) =>
            void change('assigned', 'The conversation has changed hands', { assigned_to: value || null })
          }
        />
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 whitespace-nowrap max-sm:flex-1 max-sm:px-2"
          busy={isBusyWith('state')}
          onClick={() =>
            void change('state', isClosed ? 'The conversation is open again' : 'The conversation is closed', {
              state: isClosed ? 'open' : 'closed',
            })
          }
        >
          {isClosed ? <UndoIcon size={20} /> : <CheckIcon size={20} />}
          {isClosed ? 'Reopen' : 'Close conversation'}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="min-h-11 whitespace-nowrap max-sm:flex-1 max-sm:px-2"
          busy={isBusyWith('unread')}
          onClick={() => void markUnread()}
        >
          Mark as unread
        </Button>
      </div>
      {same_person && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-muted p-3">
          <p className="min-w-48 flex-1 text-sm wrap-anywhere">
            The number in this message belongs to {same_person.name}, who writes on WhatsApp.
          </p>
          <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setIsJoining(true)}>
            Join both
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isJoining}
        title="Are they one person?"
        confirmLabel="Join both"
        busy={isBusyWith('join')}
        onClose={() => setIsJoining(false)}
        onConfirm={async () => {
          await change('join', 'Both are one conversation now', { join: same_person?.id ?? 0 })
          setIsJoining(false)
        }}
      >
        Anybody can type a number into the contact form. Join both only if you are sure: it cannot be undone,
        and answers by e-mail go to the address in the form.
      </ConfirmDialog>
    </div>
  )
}

/** The newest, and older ones on request. */
function AllLines({ address, conversation }: { address: string; conversation: ConversationResponse }) {
  const [earlier, setEarlier] = useState<{ lines: ConversationLine[]; older: string | null } | null>(null)
  const { submit, isBusy } = useSubmit()
  const older = earlier ? earlier.older : conversation.older
  const known = new Set(conversation.lines.map(({ id }) => id))
  const lines = [...(earlier?.lines ?? []).filter(({ id }) => !known.has(id)), ...conversation.lines]
  const load = () =>
    submit({ failed: 'The older lines could not be loaded' }, async () => {
      const found = await api.get<ConversationResponse>(address, { query: { before: older ?? '' } })
      setEarlier((before) => ({ lines: [...found.lines, ...(before?.lines ?? [])], older: found.older }))
      return undefined
    })
  return (
    <div className="grid gap-4">
      {older !== null && (
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 justify-self-center"
          busy={isBusy}
          onClick={() => void load()}
        >
          Show older lines
        </Button>
      )}
      <Lines lines={lines} />
    </div>
  )
}

/** The oldest first, as in any chat. */
function Lines({ lines }: { lines: readonly ConversationLine[] }) {
  const list = useRef<HTMLOListElement>(null)
  const newest = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is shown; older ones above it move nothing.
  useEffect(() => {
    // Newer browsers give back a promise, which is no way to clean up.
    void list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <ol ref={list} aria-label="Conversation" className="grid gap-4">
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  )
}

function Line({ line }: { line: ConversationLine }) {
  const { is_incoming, channel, is_template, address, subject, text, author, state, reason, happened_at } =
    line
  const way = is_template ? 'WhatsApp template' : lineChannelLabels[channel]
  const who = is_incoming ? `From ${shown(address)}` : (author ?? 'The shop')
  return (
    <li
      className={classNames(
        'grid max-w-[85%] gap-1',
        is_incoming ? 'justify-self-start' : 'justify-self-end',
      )}
    >
      <div
        className={classNames(
          'grid gap-1 rounded-card border px-4 py-3',
          is_incoming ? 'border-border bg-card' : 'border-transparent bg-accent',
        )}
      >
        {subject && <p className="font-semibold">{subject}</p>}
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </div>
      <p
        className={classNames(
          'flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground wrap-anywhere',
          !is_incoming && 'justify-end',
        )}
      >
        <span>
          {who} · {way} ·{' '}
          <time dateTime={happened_at} className="tabular-nums">
            {formatDateAndTime(new Date(happened_at))}
          </time>
        </span>
        {state && <MessageBadge channel={channel === 'form' ? 'email' : channel} state={state} />}
      </p>
      {reason && state === 'failed' && (
        <p className="text-right text-sm text-destructive-ink">{failureReasonTexts[reason]}</p>
      )}
    </li>
  )
}

function shown(address: string): string {
  return address.includes('@') ? address : showPhone(address)
}
