import { type Region, readRegion } from '#rules/delivery-fee.ts'
import { stored, useStored } from '../data/stored.ts'

export type DeliveryPlace = { region: Region; city: string }

const longestCity = 60

/** Where to, remembered on this phone: product, cart and checkout ask only once. */
export const deliveryPlaceStore = stored('adom_beauty_delivery_place', readPlace)

/** Undefined until somebody has chosen a town on this phone. */
export function useDeliveryPlace(): DeliveryPlace | undefined {
  return useStored(deliveryPlaceStore) ?? undefined
}

function readPlace(content: unknown): DeliveryPlace | null {
  if (typeof content !== 'object' || content === null || !('region' in content) || !('city' in content))
    return null
  const region = readRegion(String(content.region))
  const city = String(content.city).trim().slice(0, longestCity)
  return region && city ? { region, city } : null
}
