import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { ConflictPanelProps } from './conflict-panel.tsx'
import type { OrderFailure } from './send-order.ts'
import type { OrderTrouble } from './use-place-order.ts'

type OrderTroublePanelProps = Omit<ConflictPanelProps, 'conflict'> & { trouble: OrderTrouble }

/** Says what stopped the order and offers a way on. */
export function OrderTroublePanel({ trouble, ...asking }: OrderTroublePanelProps) {
  if ('failure' in trouble) return <FailurePanel failure={trouble.failure} />
  return <LateConflictPanel conflict={trouble.conflict} {...asking} />
}

/** It takes the focus, as the button that was pressed may be far away. */
function FailurePanel({ failure }: { failure: OrderFailure }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure is what brings the focus here.
  useEffect(() => {
    place.current?.focus()
  }, [failure])
  const { title, text, hint } = failure
  return (
    <ErrorPanel ref={place} title={title}>
      <p>{text}</p>
      {hint && <p className="mt-2">{hint}</p>}
    </ErrorPanel>
  )
}

const loadPanel = async () => (await import('./conflict-panel.tsx')).ConflictPanel

/** The shop has just answered, so there is a network to fetch this; most orders never need it. */
function LateConflictPanel(props: ConflictPanelProps) {
  const { Component, fetchComponent } = useLazyComponent(loadPanel)
  const [isLost, setLost] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once.
  useEffect(() => {
    void fetchComponent().then((isThere) => setLost(!isThere))
  }, [])
  if (Component) return <Component {...props} />
  if (!isLost) return null
  return (
    <ErrorPanel title="Please review your cart" action={<ButtonLink to="/cart">Go to cart</ButtonLink>}>
      Nothing was ordered yet: prices or stock have changed.
    </ErrorPanel>
  )
}
