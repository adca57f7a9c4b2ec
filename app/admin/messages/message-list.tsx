import { Link } from 'react-router'
import { Badge, type BadgeProps } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CheckIcon, EyeIcon, MailIcon } from '#app/ui/icons.tsx'
import type { MessageCardResponse, MessageState } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { addressWith } from '../list-address.ts'

const states = {
  unread: { words: 'Unread', tone: 'clay', icon: MailIcon },
  read: { words: 'Read', tone: 'gray', icon: EyeIcon },
  done: { words: 'Done', tone: 'green', icon: CheckIcon },
} as const satisfies Record<MessageState, { words: string } & Pick<BadgeProps, 'tone' | 'icon'>>

export function StateBadge({ state }: { state: MessageState }) {
  const { words, ...variant } = states[state]
  return <Badge {...variant}>{words}</Badge>
}

type MessageListProps = { messages: MessageCardResponse[]; search: URLSearchParams }

/** The newest first. The whole row opens the message. */
export function MessageList({ messages, search }: MessageListProps) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card">
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} to={addressWith(search, { message: message.id })} />
      ))}
    </ul>
  )
}

function MessageRow({ message, to }: { message: MessageCardResponse; to: string }) {
  const { name, email, subject, excerpt, state, created_at } = message
  return (
    <li className="focus-frame relative grid gap-x-6 gap-y-1 p-4 first:rounded-t-card last:rounded-b-card hover:bg-muted md:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <Link
          to={to}
          preventScrollReset
          className={classNames(
            'text-link outline-none after:absolute after:inset-0',
            state === 'unread' ? 'font-bold' : 'font-medium',
          )}
        >
          {name}
        </Link>
        <p className="text-sm text-muted-foreground">{email}</p>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <p className={state === 'unread' ? 'font-semibold' : undefined}>{subject}</p>
        <p className="line-clamp-2 text-sm text-muted-foreground">{excerpt}</p>
      </div>
      <div className="flex items-center gap-3 md:flex-col md:items-end md:gap-1">
        <StateBadge state={state} />
        <time dateTime={created_at} className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
          {formatDateAndTime(new Date(created_at))}
        </time>
      </div>
    </li>
  )
}
