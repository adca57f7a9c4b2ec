import { driverButtonText } from '#rules/order-status.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Delivery } from './shown-deliveries.ts'

type StepQuestionProps = {
  delivery: Delivery | null
  onStep(delivery: Delivery): void
  onClose(): void
}

/** Instead of the seconds to undo, for whoever wants to be asked. */
export function StepQuestion({ delivery, onStep, onClose }: StepQuestionProps) {
  const words = delivery ? driverButtonText(delivery.shownStatus) : ''
  return (
    <ConfirmDialog
      open={delivery !== null}
      title={`${words}?`}
      confirmLabel={words}
      onConfirm={() => {
        if (delivery) onStep(delivery)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        Order {delivery?.tracking_code}, {delivery?.customer_name}. A step cannot be taken back.
      </p>
    </ConfirmDialog>
  )
}
