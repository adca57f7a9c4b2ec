import { deliveryFee } from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import { useShopFacts } from '../data/shop-facts.ts'

/** What delivery costs, said before anyone has to ask. */
export function DeliveryStrip() {
  const { deliveryFees } = useShopFacts()
  const inAccra = deliveryFee(
    { option: 'delivery_service', region: 'Greater Accra', city: 'Accra' },
    deliveryFees,
  )
  const elsewhere = Math.min(...deliveryFees.map(({ fee }) => fee).filter((fee) => fee > 0))
  return (
    <aside
      aria-label="Delivery"
      className="flex min-h-9 items-center justify-center bg-accent px-2 text-center text-xs font-medium text-link sm:text-sm"
    >
      {inAccra === 0 ? 'Free delivery in Accra' : `Delivery in Accra ${formatGhs(inAccra)}`}
      {Number.isFinite(elsewhere) && ` · from ${formatGhs(elsewhere)} elsewhere`}
    </aside>
  )
}
