import { Badge, type BadgeProps } from '#app/ui/badge.tsx'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon } from '#app/ui/icons.tsx'
import { type Channel, type MessageState, messageStateLabel } from '#rules/notifications.ts'

const looks = {
  waiting: { tone: 'amber', icon: ClockIcon },
  sending: { tone: 'amber', icon: ClockIcon },
  sent: { tone: 'indigo', icon: CircleCheckIcon },
  delivered: { tone: 'green', icon: CircleCheckIcon },
  read: { tone: 'green', icon: CircleCheckIcon },
  failed: { tone: 'red', icon: CircleAlertIcon },
} satisfies Record<MessageState, Pick<BadgeProps, 'tone' | 'icon'>>

type MessageBadgeProps = { channel: Channel; state: MessageState }

/** How far a message to a customer has come. */
export function MessageBadge({ channel, state }: MessageBadgeProps) {
  return <Badge {...looks[state]}>{messageStateLabel(channel, state)}</Badge>
}
