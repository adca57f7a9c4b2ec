import { useEffect, useRef } from 'react'
import { Badge, type BadgeProps } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon } from '#app/ui/icons.tsx'
import type { ConversationLine } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { lineChannelLabels } from '#rules/inbox.ts'
import { failureReasonTexts, type MessageState, messageStateLabel } from '#rules/notifications.ts'
import { showPhone } from '#rules/phone-number.ts'

/** The oldest first, as in any chat. */
export function Lines({ lines }: { lines: readonly ConversationLine[] }) {
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

const looks = {
  waiting: { tone: 'amber', icon: ClockIcon },
  sending: { tone: 'amber', icon: ClockIcon },
  sent: { tone: 'indigo', icon: CircleCheckIcon },
  delivered: { tone: 'green', icon: CircleCheckIcon },
  read: { tone: 'green', icon: CircleCheckIcon },
  failed: { tone: 'red', icon: CircleAlertIcon },
} satisfies Record<MessageState, Pick<BadgeProps, 'tone' | 'icon'>>

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
        {state && (
          <Badge {...looks[state]}>{messageStateLabel(channel === 'form' ? 'email' : channel, state)}</Badge>
        )}
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
