import { type RefObject, useCallback, useState } from 'react'
import type { CheckoutForm } from '#rules/checkout-fields.ts'
import type { Destination } from '#rules/delivery-fee.ts'
import { defaultDeliveryOption, readDeliveryOption } from '#rules/delivery-options.ts'
import { isSamePlace, readRegion } from '#rules/regions.ts'
import { suggestTowns } from '#rules/towns.ts'
import { readCheckout } from './checkout-values.ts'

/** Where the order goes, as the form says right now. `follow` reads it again. */
export function useDestination(form: RefObject<HTMLFormElement | null>) {
  const [destination, setDestination] = useState<Destination>({
    option: defaultDeliveryOption,
    region: '',
    city: '',
  })
  const follow = useCallback(() => {
    if (!form.current) return
    const { option, region, city: typed } = destinationOf(readCheckout(new FormData(form.current)))
    const isTyping = document.activeElement === form.current.elements.namedItem('city')
    setDestination((before) => {
      // Half a name is no town yet: the fee waits until the field is left, or until what is typed is known.
      const city = isTyping && !isKnownTown(region, typed) ? before.city : typed
      const isSame = before.option === option && before.region === region && before.city === city
      return isSame ? before : { option, region, city }
    })
  }, [form])
  return { destination, follow }
}

export function destinationOf({ deliveryOption, state: region, city }: CheckoutForm): Destination {
  return { option: readDeliveryOption(deliveryOption) ?? defaultDeliveryOption, region, city }
}

function isKnownTown(region: string, city: string): boolean {
  const chosen = readRegion(region)
  return chosen !== null && suggestTowns(chosen).some((town) => isSamePlace(town, city))
}
