import { createContext, type ReactNode, use, useMemo } from 'react'
import { type DeliveryPlace, deliveryPlaceKeepsake } from './delivery-place-store.ts'
import { useKeepsake } from './use-keepsake.ts'

export type ChosenPlace = {
  /** Undefined until somebody has chosen a town on this phone. */
  place: DeliveryPlace | undefined
  choose(place: DeliveryPlace): void
}

const DeliveryPlaceContext = createContext<ChosenPlace | null>(null)

/** Where to, remembered on this phone: product, cart and checkout ask only once. */
export function DeliveryPlaceProvider({ children }: { children: ReactNode }) {
  const { kept: place, change } = useKeepsake(deliveryPlaceKeepsake)
  const chosen = useMemo<ChosenPlace>(() => ({ place, choose: (to) => change(() => to) }), [place, change])
  return <DeliveryPlaceContext value={chosen}>{children}</DeliveryPlaceContext>
}

export function useDeliveryPlace(): ChosenPlace {
  const chosen = use(DeliveryPlaceContext)
  if (chosen === null) throw new Error('useDeliveryPlace must be used within a DeliveryPlaceProvider')
  return chosen
}
