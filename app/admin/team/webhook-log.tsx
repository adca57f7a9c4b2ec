import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckIcon, ClockIcon, WarningIcon } from '#app/ui/icons.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { DeliveryResponse, WebhookResponse } from '#contract/team.ts'
import { type DeliveryState, deliveryFailureWords, webhookEventLabels } from '#rules/connections.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { ListFrame, pageIn } from '../list-frame.tsx'

const pollMs = 5_000

/** Every call of the last 30 days, what the receiver said, and one more try. */
export function WebhookLog({ webhook }: { webhook: WebhookResponse }) {
  const [search] = useSearchParams()
  const path = `/api/webhooks/${webhook.id}/deliveries`
  const list = useFetch<DeliveryResponse[]>(`${path}?page=${pageIn(search, 'log')}&limit=20`)
  const { submit, isBusyWith } = useSubmit()
  usePolling(list.refetch, pollMs)
  const sendAgain = (id: string) =>
    submit({ failed: 'It was not sent again', key: id }, async () => {
      await api.post(`${path}/${id}/again`)
      list.refetch()
      return { title: 'It is sent again' }
    })
  const columns: TableColumn<DeliveryResponse>[] = [
    { key: 'event', heading: 'Event', part: 'title', cell: ({ event }) => webhookEventLabels[event] },
    { key: 'state', heading: 'State', cell: (delivery) => <State delivery={delivery} /> },
    { key: 'answer', heading: 'Answer', cell: answerText },
    { key: 'tries', heading: 'Tries', end: true, cell: ({ tries }) => tries },
    {
      key: 'when',
      heading: 'When',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="whitespace-nowrap tabular-nums">
          {formatDateAndTime(new Date(created_at))}
        </time>
      ),
    },
    {
      key: 'again',
      heading: 'Send again',
      part: 'actions',
      cell: ({ id, event }) =>
        webhook.paused_at === null && (
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11"
            busy={isBusyWith(id)}
            onClick={() => void sendAgain(id)}
          >
            Send again
            <span className="sr-only"> {webhookEventLabels[event]}</span>
          </Button>
        ),
    },
  ]
  return (
    <ListFrame
      label="Log of the webhook"
      pageName="log"
      list={list}
      failed="The log could not be loaded"
      empty={
        <p className="text-sm text-muted-foreground">Nothing was sent in the last 30 days. Try a test.</p>
      }
    >
      {(rows) => (
        <Table
          caption="Calls, the newest first"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          dense
        />
      )}
    </ListFrame>
  )
}

const states = {
  delivered: { label: 'Delivered', tone: 'green', icon: CheckIcon },
  waiting: { label: 'Waiting', tone: 'amber', icon: ClockIcon },
  failed: { label: 'Failed', tone: 'red', icon: WarningIcon },
} as const satisfies Record<DeliveryState, object>

function State({ delivery: { state, tries, due_at } }: { delivery: DeliveryResponse }) {
  const { label, tone, icon } = states[state]
  return (
    <span className="grid justify-items-end gap-1 md:justify-items-start">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {due_at && tries > 0 && (
        <span className="text-sm text-muted-foreground">Next try {formatDateAndTime(new Date(due_at))}</span>
      )}
    </span>
  )
}

function answerText({ status, failure }: DeliveryResponse): string {
  if (failure) return deliveryFailureWords[failure]
  return status === null ? 'None yet' : String(status)
}
