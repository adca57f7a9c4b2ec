import { useShopFacts } from '#app/data/shop-facts.ts'
import { deliveryFeePlace, deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import { PolicyTable } from './policy-table.tsx'

/** The same table that the checkout reads, so that the policy never promises another price. */
export function DeliveryFeesTable() {
  const { deliveryFees } = useShopFacts()
  const rows = deliveryFees.map((row) => [deliveryFeePlace(row), row.fee === 0 ? 'Free' : formatGhs(row.fee)])
  const ownRider = [deliveryOptionTexts.personal_rider.label, 'Free']
  return (
    <PolicyTable
      caption="Delivery fees inside Ghana"
      columns={['Delivery to', 'You pay in Ghana']}
      rows={[...rows, ownRider]}
    />
  )
}
