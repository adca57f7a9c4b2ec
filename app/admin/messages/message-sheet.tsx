import { useCallback, useEffect, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Badge, type BadgeProps } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CheckIcon, EyeIcon, MailIcon, UndoIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { MessageCardResponse, MessageResponse, MessageState } from '#contract/messages.ts'
import { answerByChat, answerByMail } from '#rules/answer-message.ts'
import { formatDateAndTime } from '#rules/dates.ts'

type MessageSheetProps = {
  id: number | null
  onClose(): void
  onChanged(changed: MessageCardResponse): void
}

/** One message and the ways to answer it. */
export function MessageSheet({ id, onClose, onChanged }: MessageSheetProps) {
  const { message, error, isLoading, refetch, replace } = useOpenedMessage(id, onChanged)
  const { setState, isBusyWith } = useMessageState(replace)
  return (
    <Sheet
      id="message"
      place="right"
      title={message?.subject ?? 'Message'}
      open={id !== null}
      onClose={onClose}
      footer={message && <MessageActions message={message} isBusyWith={isBusyWith} onPress={setState} />}
    >
      {error && (
        <ErrorPanel title="The message could not be opened" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!message && isLoading && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-32" />
        </LoadingArea>
      )}
      {message && <OpenMessage message={message} />}
    </Sheet>
  )
}

const states = {
  unread: { label: 'Unread', tone: 'clay', icon: MailIcon },
  read: { label: 'Read', tone: 'gray', icon: EyeIcon },
  done: { label: 'Done', tone: 'green', icon: CheckIcon },
} as const satisfies Record<MessageState, { label: string } & Pick<BadgeProps, 'tone' | 'icon'>>

export function StateBadge({ state }: { state: MessageState }) {
  const { label, ...variant } = states[state]
  return <Badge {...variant}>{label}</Badge>
}

function OpenMessage({ message }: { message: MessageResponse }) {
  const { shopName } = useShopFacts()
  const chat = answerByChat(message, shopName)
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2 text-lg font-semibold wrap-anywhere">
          {message.name}
          <StateBadge state={message.state} />
        </p>
        <p className="text-muted-foreground wrap-anywhere">{message.email}</p>
        <time dateTime={message.created_at} className="text-sm text-muted-foreground tabular-nums">
          {formatDateAndTime(new Date(message.created_at))}
        </time>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={answerByMail(message, shopName)}>
          <MailIcon size={20} />
          Answer by email
        </ButtonLink>
        {chat && (
          <ButtonLink variant="whatsapp" to={chat} target="_blank" rel="noopener">
            <WhatsAppIcon size={20} />
            Answer on WhatsApp
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

type MessageActionsProps = {
  message: MessageResponse
  isBusyWith(state: MessageState): boolean
  onPress(message: MessageResponse, state: MessageState): void
}

function MessageActions({ message, isBusyWith, onPress }: MessageActionsProps) {
  const isDone = message.state === 'done'
  const next = isDone ? 'read' : 'done'
  return (
    <>
      <Button
        className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
        variant={isDone ? 'secondary' : 'primary'}
        busy={isBusyWith(next)}
        onClick={() => onPress(message, next)}
      >
        {isDone ? <UndoIcon size={20} /> : <CheckIcon size={20} />}
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
      {message.state === 'read' && (
        <Button
          variant="ghost"
          className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
          busy={isBusyWith('unread')}
          onClick={() => onPress(message, 'unread')}
        >
          Mark as unread
        </Button>
      )}
    </>
  )
}

const doneTexts = {
  unread: 'The message is unread again',
  read: 'The message is open again',
  done: 'The message is done',
} satisfies Record<MessageState, string>

function useMessageState(replace: (changed: MessageResponse) => void) {
  const { submit, isBusyWith } = useSubmit()
  const setState = (message: MessageResponse, state: MessageState) =>
    void submit({ key: state, failed: 'Nothing was changed' }, async () => {
      replace(await api.put<MessageResponse>(`/api/messages/${message.id}`, { body: { state } }))
      return { title: doneTexts[state] }
    })
  return { setState, isBusyWith }
}

type OpenedMessage = { message: MessageResponse | null; error: Error | null; isLoading: boolean }

const closed: OpenedMessage = { message: null, error: null, isLoading: false }

/** The message with this id. Opening an unread one marks it as read. */
function useOpenedMessage(id: number | null, onChanged: (changed: MessageCardResponse) => void) {
  const [opened, setOpened] = useState(closed)
  const [attempt, setAttempt] = useState(0)

  const replace = useCallback(
    (message: MessageResponse) => {
      setOpened({ message, error: null, isLoading: false })
      onChanged(message)
    },
    [onChanged],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches once more; a new onChanged does not.
  useEffect(() => {
    if (id === null) return
    const abort = new AbortController()
    setOpened({ ...closed, isLoading: true })
    open(id, abort.signal).then(
      ({ message, wasUnread }) => {
        if (abort.signal.aborted) return
        setOpened({ message, error: null, isLoading: false })
        if (wasUnread) onChanged(message)
      },
      (error) => {
        if (!abort.signal.aborted) setOpened({ ...closed, error })
      },
    )
    return () => abort.abort()
  }, [id, attempt])

  const refetch = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...opened, refetch, replace }
}

async function open(
  id: number,
  signal: AbortSignal,
): Promise<{ message: MessageResponse; wasUnread: boolean }> {
  const message = await api.get<MessageResponse>(`/api/messages/${id}`, { signal })
  if (message.state !== 'unread') return { message, wasUnread: false }
  const read = await api.put<MessageResponse>(`/api/messages/${id}`, { body: { state: 'read' }, signal })
  return { message: read, wasUnread: true }
}
