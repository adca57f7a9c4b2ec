import { type Region, readRegion } from '#rules/regions.ts'
import type { Keepsake } from './browser-store.ts'

export type DeliveryPlace = { region: Region; city: string }

const longestCity = 60

export const deliveryPlaceKeepsake: Keepsake<DeliveryPlace | undefined> = {
  key: 'adom_beauty_delivery_place',
  empty: undefined,
  read: readPlace,
  write: (place) => JSON.stringify(place ?? null),
}

function readPlace(text: string | null): DeliveryPlace | undefined {
  const kept: unknown = JSON.parse(text ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('region' in kept) || !('city' in kept)) return undefined
  const region = readRegion(String(kept.region))
  const city = String(kept.city).trim().slice(0, longestCity)
  return region && city ? { region, city } : undefined
}
