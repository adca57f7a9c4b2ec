import { OrderBadge } from '#app/components/order-badge.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { WhatsAppIcon } from '#app/ui/icons.tsx'
import type { OrderDetailResponse, OrderMessagesResponse } from '#contract/admin-orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import {
  channelLabels,
  failureReasonTexts,
  type Notification,
  notificationLabels,
} from '#rules/notifications.ts'
import { editedPartLabel } from '#rules/order-edit.ts'
import { MessageBadge } from '../message-badge.tsx'
import { useOnChange } from './order-payments-and-receipts.tsx'

type OrderMessagesProps = {
  order: OrderDetailResponse
  onChanged(): void
}

/** What the customer was told and how, and one tap to tell it oneself. */
export function OrderMessages({ order, onChanged }: OrderMessagesProps) {
  const orderId = order.id
  const fetched = useFetch<OrderMessagesResponse>(`/api/orders/${orderId}/messages`)
  const { data, error, isLoading, refetch } = fetched
  // What has just happened is told within a second; a provider may take longer.
  const isUnderWay = data && !isSettled(data)
  usePolling(() => navigator.onLine && refetch(), 3_000, { isOn: isUnderWay ?? false })
  useOnChange(order.updated_at, refetch)
  if (error) {
    return (
      <ErrorPanel title="The messages could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data) return null
  return (
    <div className="grid gap-3">
      {data.news_by && <p>The customer asked for {channelLabels[data.news_by]} only.</p>}
      {data.messages.length === 0 ? (
        <p className="text-muted-foreground">No message is noted here.</p>
      ) : (
        <ul className="grid gap-3">
          {data.messages.map((message) => (
            <Message key={message.id} message={message} orderId={orderId} fetched={fetched} />
          ))}
        </ul>
      )}
      {data.chat_link && (
        <TellByHand
          orderId={orderId}
          link={data.chat_link}
          about={data.chat_about}
          fetched={fetched}
          onChanged={onChanged}
        />
      )}
    </div>
  )
}

/** Nothing is on its way, and the newest notification is written down. */
function isSettled({ messages, chat_about }: OrderMessagesResponse): boolean {
  const isOnItsWay = messages.some(
    ({ channel, state }) => channel !== 'by_hand' && (state === 'waiting' || state === 'sending'),
  )
  return (
    !isOnItsWay && (messages.length === 0 || messages.some(({ notification }) => notification === chat_about))
  )
}

type Messages = Fetched<OrderMessagesResponse>

type MessageProps = { message: OrderMessagesResponse['messages'][number]; orderId: number; fetched: Messages }

function Message({ message, orderId, fetched }: MessageProps) {
  const { id, notification, channel, state, reason, can_send_again, changed_at } = message
  const { submit, isBusy } = useSubmit()
  const sendAgain = () =>
    submit({ failed: 'The message was not sent again' }, async () => {
      fetched.replace(await api.post<OrderMessagesResponse>(`/api/orders/${orderId}/messages/${id}/again`))
      return { title: 'The message goes out again' }
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <MessageBadge channel={channel} state={state} />
      <span>{notificationLabels[notification]}</span>
      <span className="text-sm text-muted-foreground">
        {channelLabels[channel]} ·{' '}
        <time dateTime={changed_at}>{formatDateAndTime(new Date(changed_at))}</time>
      </span>
      {reason && <p className="w-full text-sm text-muted-foreground">{failureReasonTexts[reason]}</p>}
      {can_send_again && (
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          busy={isBusy}
          onClick={() => void sendAgain()}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

type TellByHandProps = {
  orderId: number
  link: string
  about: Notification
  fetched: Messages
  onChanged(): void
}

/** Opens WhatsApp with the words ready; whether they were sent there, only the person knows. So it can be taken back. */
function TellByHand({ orderId, link, about, fetched, onChanged }: TellByHandProps) {
  const { submit } = useSubmit()
  const mark = (told: boolean) =>
    submit({ failed: 'This could not be noted' }, async () => {
      fetched.replace(
        await api.put<OrderMessagesResponse>(`/api/orders/${orderId}/told`, { body: { told, about } }),
      )
      onChanged()
      return told
        ? { title: 'Noted as told', action: { label: 'Undo', onPress: () => void mark(false) } }
        : { title: 'Noted as not told yet' }
    })
  return (
    <div>
      <ButtonLink
        to={link}
        target="_blank"
        variant="secondary"
        size="sm"
        className="min-h-11"
        onClick={() => void mark(true)}
      >
        <WhatsAppIcon size={20} />
        Tell on WhatsApp
      </ButtonLink>
    </div>
  )
}

/** Every step and every change, oldest first, with who and when. */
export function OrderHistory({ order }: { order: OrderDetailResponse }) {
  return (
    <ol className="grid gap-3">
      {order.history.map(({ status, at, by, edits }, step) => (
        <li key={at + status} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {edits ? (
            <strong className="font-semibold">{editTitle(edits)}</strong>
          ) : (
            <OrderBadge status={status} option={order.delivery_option} />
          )}
          <span className="text-sm text-muted-foreground">
            <time dateTime={at}>{formatDateAndTime(new Date(at))}</time> · {by ?? actorName(order, step)}
          </span>
          {edits && <Edits edits={edits} />}
        </li>
      ))}
    </ol>
  )
}

type OrderEdits = NonNullable<OrderDetailResponse['history'][number]['edits']>

function editTitle(edits: OrderEdits): string {
  return edits.some(({ part }) => part === 'return') ? 'Return' : 'Changed'
}

/** As it was and as it is. */
function Edits({ edits }: { edits: OrderEdits }) {
  return (
    <ul className="basis-full text-sm">
      {edits.map((edit) => (
        <li key={edit.part + edit.name} className="wrap-anywhere">
          {editedPartLabel(edit)}: {edit.before || 'nothing'} → {edit.after || 'nothing'}
        </li>
      ))}
    </ul>
  )
}

/** Without an account it was the customer who placed, changed or cancelled it, and otherwise the shop itself. */
function actorName({ customer_name, cancel_reason, history }: OrderDetailResponse, step: number): string {
  const isCancelled = cancel_reason === 'by_customer' && step === history.length - 1
  return step === 0 || isCancelled || history[step]?.edits ? customer_name : 'the shop itself'
}
