import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PackageIcon, RefreshIcon } from '../ui/icons.tsx'

type NoOrdersProps = { failure: Error | null; onRetry(): void; isRetrying: boolean }

/** A list that could not be loaded is an empty list too, but says so and can be asked for again. */
export function NoOrders({ failure, onRetry, isRetrying }: NoOrdersProps) {
  return (
    <EmptyState
      icon={PackageIcon}
      title="No orders found."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {failure && (
            <Button busy={isRetrying} onClick={onRetry}>
              <RefreshIcon size={20} />
              Try again
            </Button>
          )}
          <ButtonLink to="/shop" variant={failure ? 'secondary' : 'primary'}>
            Start shopping
          </ButtonLink>
        </div>
      }
    >
      {failure
        ? `Your orders could not be loaded. ${failure.message}`
        : 'What you order while signed in appears here, with where it is.'}
    </EmptyState>
  )
}
