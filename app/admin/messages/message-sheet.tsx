import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CheckIcon, MailIcon, UndoIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { MessageCardResponse, MessageResponse, MessageState } from '#contract/messages.ts'
import { answerByChat, answerByMail } from '#rules/answer-message.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { StateBadge } from './message-list.tsx'
import { useOpenedMessage } from './use-opened-message.ts'

type MessageSheetProps = {
  id: number | null
  onClose(): void
  onChanged(changed: MessageCardResponse): void
}

/** One message and the ways to answer it. */
export function MessageSheet({ id, onClose, onChanged }: MessageSheetProps) {
  const { message, error, isLoading, refetch, take } = useOpenedMessage(id, onChanged)
  const { setState, busyState } = useMessageState(take)
  return (
    <Sheet
      id="message"
      place="right"
      title={message?.subject ?? 'Message'}
      open={id !== null}
      onClose={onClose}
      footer={message && <Steps message={message} busyState={busyState} onPress={setState} />}
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
      {message && <Letter message={message} />}
    </Sheet>
  )
}

function Letter({ message }: { message: MessageResponse }) {
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

type StepsProps = {
  message: MessageResponse
  busyState: MessageState | null
  onPress(message: MessageResponse, state: MessageState): void
}

function Steps({ message, busyState, onPress }: StepsProps) {
  const isDone = message.state === 'done'
  const next = isDone ? 'read' : 'done'
  return (
    <>
      <Button
        className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
        variant={isDone ? 'secondary' : 'primary'}
        busy={busyState === next}
        onClick={() => onPress(message, next)}
      >
        {isDone ? <UndoIcon size={20} /> : <CheckIcon size={20} />}
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
      {message.state === 'read' && (
        <Button
          variant="ghost"
          className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
          busy={busyState === 'unread'}
          onClick={() => onPress(message, 'unread')}
        >
          Mark as unread
        </Button>
      )}
    </>
  )
}

const stateWords = {
  unread: 'The message is unread again',
  read: 'The message is open again',
  done: 'The message is done',
} satisfies Record<MessageState, string>

function useMessageState(take: (changed: MessageResponse) => void) {
  const { show } = useToasts()
  const [busyState, setBusyState] = useState<MessageState | null>(null)
  const setState = async (message: MessageResponse, state: MessageState) => {
    setBusyState(state)
    try {
      take(await api.put<MessageResponse>(`/api/messages/${message.id}`, { body: { state } }))
      show({ title: stateWords[state], tone: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Nothing was changed', description, tone: 'destructive' })
    } finally {
      setBusyState(null)
    }
  }
  return {
    setState: (message: MessageResponse, state: MessageState) => void setState(message, state),
    busyState,
  }
}
