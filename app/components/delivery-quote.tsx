import { useId, useState } from 'react'
import { cartTotal, linesToOrder } from '#rules/cart.ts'
import { deliveryFee, deliveryFeeReason, missingForFreeDelivery } from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import { shippingPolicy } from '#rules/policy-figures.ts'
import { useCart } from '../cart/cart.tsx'
import { type DeliveryPlace, deliveryPlaceStore, useDeliveryPlace } from '../cart/delivery-place.ts'
import { useShopFacts } from '../data/shop-facts.ts'
import { TruckIcon } from '../ui/icons.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'

const loadSheet = async () => (await import('./delivery-place-sheet.tsx')).DeliveryPlaceSheet

/** What delivery costs to the town that is remembered on this phone, and a way to choose another. */
export function DeliveryQuote() {
  const place = useDeliveryPlace()
  const [isOpen, setOpen] = useState(false)
  const { Component: DeliveryPlaceSheet, fetchComponent } = useLazyComponent(loadSheet)
  const id = useId()
  const open = async () => {
    if (await fetchComponent()) setOpen(true)
  }
  return (
    <div className="flex gap-3 rounded-card bg-muted py-1 pr-1 pl-4">
      <TruckIcon size={20} className="mt-3 text-terracotta" />
      <div className="flex flex-1 flex-wrap items-center justify-between">
        <p role="status" className="min-w-40 flex-1 py-2 text-sm">
          {place ? <PlaceQuote place={place} /> : <AnyPlaceQuote />}
        </p>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          className="-ml-3 min-h-11 rounded-control px-3 text-sm font-semibold text-link underline underline-offset-3 [@media(scripting:none)]:hidden"
        >
          {place ? (
            <>
              Change<span className="sr-only"> town</span>
            </>
          ) : (
            'Choose your town'
          )}
        </button>
      </div>
      {DeliveryPlaceSheet && (
        <DeliveryPlaceSheet
          key={place ? `${place.region}/${place.city}` : ''}
          id={`${id}-sheet`}
          open={isOpen}
          place={place}
          onClose={() => setOpen(false)}
          onChoose={(to) => {
            deliveryPlaceStore.write(to)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

function PlaceQuote({ place }: { place: DeliveryPlace }) {
  const { deliveryFees } = useShopFacts()
  const spent = cartTotal(linesToOrder(useCart().lines))
  const to = { option: 'delivery_service', ...place } as const
  const fee = deliveryFee(to, deliveryFees, spent)
  const missing = missingForFreeDelivery(to, deliveryFees, spent)
  return (
    <>
      Delivery to {place.city}:{' '}
      <strong className="font-semibold">{fee === 0 ? 'Free' : formatGhs(fee)}</strong>
      {missing !== null && <> – {formatGhs(missing)} to go for free delivery</>}
      <br />
      <span className="text-muted-foreground">Arrives in {shippingPolicy.standard.time}</span>
    </>
  )
}

function AnyPlaceQuote() {
  const { deliveryFees } = useShopFacts()
  const toAccra = { option: 'delivery_service', region: 'Greater Accra', city: 'Accra' } as const
  return (
    <>
      Delivery: <strong className="font-semibold">{deliveryFeeReason(toAccra, deliveryFees)}</strong>
      <br />
      <span className="text-muted-foreground">Arrives in {shippingPolicy.standard.time}</span>
    </>
  )
}
