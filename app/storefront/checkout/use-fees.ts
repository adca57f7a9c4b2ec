import { useState } from 'react'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { type Destination, deliveryFee, deliveryFeeReason } from '#rules/delivery-fee.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { isSamePlace } from '#rules/regions.ts'

export type Fees = {
  feeTo(destination: Destination): Pesewas
  /** What it costs and why. */
  reasonFor(destination: Destination): string
  /** The shop has named another fee for this place, and the customer agreed. */
  agree(destination: Destination, fee: Pesewas): void
}

/** What delivery costs as the page knew it when it was opened, or as it was agreed on since. */
export function useFees(): Fees {
  const { deliveryFees } = useShopFacts()
  const [agreed, setAgreed] = useState<{ to: Destination; fee: Pesewas } | null>(null)
  const findAgreed = (to: Destination) => (agreed && isSameDestination(agreed.to, to) ? agreed.fee : null)
  return {
    feeTo: (to) => findAgreed(to) ?? deliveryFee(to, deliveryFees),
    reasonFor: (to) => {
      const fee = findAgreed(to)
      return fee === null ? deliveryFeeReason(to, deliveryFees) : `${formatGhs(fee)}, the new fee`
    },
    agree: (to, fee) => setAgreed({ to, fee }),
  }
}

function isSameDestination(one: Destination, other: Destination): boolean {
  return one.option === other.option && one.region === other.region && isSamePlace(one.city, other.city)
}
