import { type OrderStatus, orderSteps, progressPercent } from '#rules/order-status.ts'
import { type ProgressStep, ProgressSteps } from '../ui/progress-steps.tsx'

/** The five steps; on a cancelled order the first four are muted, so that nobody reads Delivered as done. */
export function OrderProgress({ status }: { status: OrderStatus }) {
  const isCancelled = status === 'Cancelled'
  const steps = orderSteps(status).filter((step) => step.status !== 'Cancelled')
  return (
    <ProgressSteps
      label={`Order status: ${status}`}
      percent={progressPercent(status)}
      stopped={isCancelled}
      steps={steps.map((step): ProgressStep => {
        const state = isCancelled ? 'muted' : step.isDone ? 'done' : 'to come'
        return { label: step.status, state, isLatest: step.isCurrent }
      })}
      apart={{ label: 'Cancelled', state: isCancelled ? 'current' : 'muted' }}
    />
  )
}
