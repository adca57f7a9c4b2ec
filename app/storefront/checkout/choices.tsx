import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { Destination } from '#rules/delivery-fee.ts'
import {
  type DeliveryOption,
  defaultDeliveryOption,
  deliveryOptions,
  deliveryOptionTexts,
} from '#rules/delivery-options.ts'
import { formatGhs } from '#rules/money.ts'
import { type PaymentMethod, paymentMethodTexts } from '#rules/payment-methods.ts'
import type { FieldOf } from './field-of.ts'
import { fetchPayOrder } from './lazy-pay-order.tsx'
import type { Fees } from './use-fees.ts'

type DeliveryChoiceProps = { field: FieldOf; destination: Destination; fees: Fees }

export function DeliveryChoice({ field, destination, fees }: DeliveryChoiceProps) {
  const isKnown = destination.region !== '' && destination.city !== ''
  const costOf = (option: DeliveryOption) => {
    if (option === 'delivery_service' && !isKnown) return undefined
    const fee = fees.feeTo({ ...destination, option })
    return fee === 0 ? 'Free' : formatGhs(fee)
  }
  const explain = (option: DeliveryOption) => {
    const { explanation } = deliveryOptionTexts[option]
    if (option !== 'delivery_service') return explanation
    if (!isKnown) return `${explanation} Choose your town to see the cost.`
    return `${explanation} ${fees.reasonFor({ ...destination, option })}.`
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
export function PaymentChoice({ field, offered }: { field: FieldOf; offered: readonly PaymentMethod[] }) {
  return (
    <RadioCards
      {...field('paymentMethod')}
      label="Payment Method"
      hideLabel
      defaultValue={offered[0]}
      onChange={(method) => method === 'mtn_momo' && fetchPayOrder()}
      cards={offered.map((method) => ({
        value: method,
        title: paymentMethodTexts[method].label,
        explanation: paymentMethodTexts[method].explanation,
        aside: method === 'mtn_momo' && (
          <span className="rounded-full bg-momo px-2 py-0.5 text-sm font-semibold text-momo-ink">
            MTN MoMo
          </span>
        ),
      }))}
    />
  )
}
