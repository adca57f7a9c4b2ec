import type { ComponentType } from 'react'
import type { IconProps } from '#app/ui/drawn.tsx'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, PhoneIcon, UndoIcon } from '#app/ui/icons.tsx'
import type { PaymentState } from '#rules/payment-states.ts'

type Mark = { icon: ComponentType<IconProps>; look: string }

const waiting = 'bg-accent text-link'
const good = 'bg-success-soft text-success'
const bad = 'bg-destructive-soft text-destructive-ink'

const marks = {
  awaiting: { icon: PhoneIcon, look: waiting },
  not_confirmed: { icon: ClockIcon, look: waiting },
  paid: { icon: CircleCheckIcon, look: good },
  failed: { icon: CircleAlertIcon, look: bad },
  expired: { icon: ClockIcon, look: bad },
  review: { icon: ClockIcon, look: waiting },
  refund_due: { icon: UndoIcon, look: waiting },
  refund_pending: { icon: UndoIcon, look: waiting },
  partially_refunded: { icon: CircleCheckIcon, look: good },
  refunded: { icon: UndoIcon, look: good },
} satisfies Record<PaymentState, Mark>

/** How the payment stands, at a glance; the words beside it say the same. */
export function PaymentMark({ state }: { state: PaymentState }) {
  const { icon: Icon, look } = marks[state]
  return (
    <span className={`grid size-16 place-items-center rounded-full ${look}`}>
      <Icon size={32} />
    </span>
  )
}
