import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { CircleAlertIcon, CircleCheckIcon, CircleXIcon, ClockIcon, UndoIcon } from '#app/ui/icons.tsx'
import { BanknoteIcon, WalletIcon } from '#app/ui/signed-in-icons.tsx'
import { orderPaymentLabels } from '#rules/payment-states.ts'

const words = orderPaymentLabels

const variants: Record<string, { tone: BadgeTone; icon: typeof WalletIcon }> = {
  [words.on_delivery]: { tone: 'gray', icon: BanknoteIcon },
  [words.awaiting]: { tone: 'amber', icon: ClockIcon },
  [words.not_confirmed]: { tone: 'amber', icon: ClockIcon },
  [words.failed]: { tone: 'red', icon: CircleXIcon },
  [words.paid]: { tone: 'green', icon: CircleCheckIcon },
  [words.review]: { tone: 'red', icon: CircleAlertIcon },
  [words.refund_due]: { tone: 'red', icon: CircleAlertIcon },
  [words.refund_pending]: { tone: 'amber', icon: UndoIcon },
  [words.partially_refunded]: { tone: 'gray', icon: UndoIcon },
  [words.refunded]: { tone: 'gray', icon: UndoIcon },
}

export function PaymentBadge({ state }: { state: string }) {
  const { tone, icon } = variants[state] ?? { tone: 'gray', icon: WalletIcon }
  return (
    <Badge tone={tone} icon={icon}>
      {state}
    </Badge>
  )
}
