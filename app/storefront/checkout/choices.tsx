import { type Destination, deliveryFee, deliveryFeeReason } from '../../../rules/delivery-fee.ts'
import {
  type DeliveryOption,
  defaultDeliveryOption,
  deliveryOptions,
  deliveryOptionTexts,
} from '../../../rules/delivery-options.ts'
import { formatGhs } from '../../../rules/money.ts'
import {
  defaultPaymentMethod,
  type PaymentMethod,
  paymentMethods,
  paymentMethodTexts,
} from '../../../rules/payment-methods.ts'
import { useShopFacts } from '../../data/shop-facts.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import type { FieldOf } from './field-of.ts'

export function DeliveryChoice({ field, destination }: { field: FieldOf; destination: Destination }) {
  const { deliveryFees } = useShopFacts()
  const isKnown = destination.region !== '' && destination.city !== ''
  const costOf = (option: DeliveryOption) => {
    if (option === 'delivery_service' && !isKnown) return undefined
    const fee = deliveryFee({ ...destination, option }, deliveryFees)
    return fee === 0 ? 'Free' : formatGhs(fee)
  }
  const explain = (option: DeliveryOption) => {
    const { explanation } = deliveryOptionTexts[option]
    if (option !== 'delivery_service') return explanation
    if (!isKnown) return `${explanation} Choose your town to see the cost.`
    return `${explanation} ${deliveryFeeReason({ ...destination, option }, deliveryFees)}.`
  }
  return (
    <RadioCards
      {...field('deliveryOption')}
      label="Delivery Options"
      hideLabel
      defaultValue={defaultDeliveryOption}
      cards={deliveryOptions.map((option) => ({
        value: option,
        title: deliveryOptionTexts[option].label,
        explanation: explain(option),
        aside: costOf(option),
      }))}
    />
  )
}

/** Only ways to pay that work today are offered. */
export function PaymentChoice({ field, offersOnline }: { field: FieldOf; offersOnline: boolean }) {
  const offered = paymentMethods.filter((method: PaymentMethod) => method === 'whatsapp' || offersOnline)
  return (
    <RadioCards
      {...field('paymentMethod')}
      label="Payment Method"
      hideLabel
      defaultValue={defaultPaymentMethod}
      cards={offered.map((method) => ({
        value: method,
        title: paymentMethodTexts[method].label,
        explanation: paymentMethodTexts[method].explanation,
      }))}
    />
  )
}
