import type { ComponentType } from 'react'
import type { IconProps } from '#app/ui/create-icon.tsx'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, PhoneIcon, UndoIcon } from '#app/ui/icons.tsx'
import type { PaymentState } from '#rules/payment-states.ts'

type Mark = { icon: ComponentType<IconProps>; variant: string }

const waiting = 'bg-accent text-link'
const good = 'bg-success-soft text-success'
const bad = 'bg-destructive-soft text-destructive-ink'

const marks = {
  awaiting: { icon: PhoneIcon, variant: waiting },
  not_confirmed: { icon: ClockIcon, variant: waiting },
  paid: { icon: CircleCheckIcon, variant: good },
  failed: { icon: CircleAlertIcon, variant: bad },
  expired: { icon: ClockIcon, variant: bad },
  review: { icon: ClockIcon, variant: waiting },
  refund_due: { icon: UndoIcon, variant: waiting },
  refund_pending: { icon: UndoIcon, variant: waiting },
  partially_refunded: { icon: CircleCheckIcon, variant: good },
  refunded: { icon: UndoIcon, variant: good },
} satisfies Record<PaymentState, Mark>

/** How the payment stands, at a glance; the words beside it say the same. */
export function PaymentMark({ state }: { state: PaymentState }) {
  const { icon: Icon, variant } = marks[state]
  return (
    <span className={`grid size-16 place-items-center rounded-full ${variant}`}>
      <Icon size={32} />
    </span>
  )
}
