import type { OrderRow } from './tables.ts'

/** In one line, as it stands on the parcel. */
export function shippingAddress({
  address,
  city,
  region,
  zip,
}: Pick<OrderRow, 'address' | 'city' | 'region' | 'zip'>): string {
  return [address, city, region, zip].filter(Boolean).join(', ')
}
