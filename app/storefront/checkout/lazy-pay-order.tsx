import { type ComponentType, useEffect, useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingNote } from '#app/ui/skeleton.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { PayOrderProps } from './pay-order.tsx'

const loadPayOrder = async () => (await import('./pay-order.tsx')).PayOrder

/** Fetched as soon as somebody chooses to pay online, so that nobody waits for it after the press. */
export function fetchPayOrder(): void {
  loadPayOrder().catch(() => {})
}

/** For a component that is needed as soon as this one is shown. */
export function useFetchedComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const { Component, fetchComponent } = useLazyComponent(load)
  const [isLost, setLost] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once.
  useEffect(() => {
    void fetchComponent().then((isThere) => setLost(!isThere))
  }, [])
  return { Component, isLost }
}

export function LazyPayOrder(props: PayOrderProps) {
  const { Component, isLost } = useFetchedComponent(loadPayOrder)
  if (Component) return <Component {...props} />
  if (!isLost) return <LoadingNote>Opening the payment...</LoadingNote>
  return (
    <div className="mx-auto max-w-form px-gutter py-10">
      <ErrorPanel
        title="Payment failed"
        action={
          // A fresh page: the same one cannot fetch lost scripts once more.
          <a href="/checkout" className={buttonClass({ variant: 'secondary' })}>
            Try again
          </a>
        }
      >
        Could not connect to payment gateway. Your order {props.order.code} is in, and nothing is ordered
        twice.
      </ErrorPanel>
    </div>
  )
}
