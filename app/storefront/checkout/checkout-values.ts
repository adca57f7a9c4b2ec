import type { CheckoutField, CheckoutForm } from '#rules/checkout-fields.ts'
import { tidyDigitalAddress } from '#rules/digital-address.ts'
import { placeKey } from '#rules/regions.ts'
import { readAccraArea } from '#rules/towns.ts'

/** The form as it was filled in, tidied up so that the shop reads one spelling. */
export function readCheckout(values: FormData): CheckoutForm {
  const text = (name: CheckoutField) => String(values.get(name) ?? '').trim()
  const place = settleArea({ state: text('state'), city: text('city'), address: text('address') })
  return {
    fullName: text('fullName'),
    email: text('email'),
    phone: text('phone'),
    ...place,
    zipCode: tidyDigitalAddress(text('zipCode')),
    deliveryOption: text('deliveryOption'),
    paymentMethod: text('paymentMethod'),
  }
}

type Place = Pick<CheckoutForm, 'state' | 'city' | 'address'>

/** Whoever types Osu as the city lives in Accra and pays what Accra pays; the area goes into the address. */
export function settleArea({ state, city, address }: Place): Place {
  const area = state === 'Greater Accra' ? readAccraArea(city) : null
  return area ? { state, city: 'Accra', address: withArea(address, area) } : { state, city, address }
}

export function withArea(address: string, area: string): string {
  const street = address.trim()
  if (placeKey(street).includes(placeKey(area))) return street
  return street === '' ? area : `${street}, ${area}`
}

/** House, city, region and zip in one line, as the shop's chat shows it. */
export function addressLine({ address, city, state, zipCode }: CheckoutForm): string {
  return [address, city, state, zipCode].filter((part) => part !== '').join(', ')
}
