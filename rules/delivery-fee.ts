import { formatGhs, type OrderTotal, type Pesewas, type PricedLine, subtotalOf } from './money.ts'
import { isSamePlace, type Region, readRegion } from './regions.ts'

/** One row of the fee table. No region means any region; no cities means every place in it. */
type DeliveryFeeRow = { region: Region | null; cities: readonly string[]; fee: Pesewas }

export type DeliveryFees = readonly DeliveryFeeRow[]

/**
 * The first row that fits counts, so the most specific place stands first: below the row for all of Greater
 * Accra, Tema would never be found. Tema and Nsawam have no region, as people from Nsawam (in Eastern) often
 * choose Greater Accra.
 */
export const defaultDeliveryFees: DeliveryFees = [
  { region: 'Greater Accra', cities: ['Accra'], fee: 0 },
  { region: null, cities: ['Tema', 'Nsawam'], fee: 5500 },
  { region: 'Greater Accra', cities: [], fee: 4500 },
  { region: null, cities: [], fee: 4500 },
]

/** For a table without a row for everywhere else. */
const feeElsewhere: Pesewas = 4500

export type Destination = { option: DeliveryOption; region: string; city: string }

export function deliveryFee(destination: Destination, fees: DeliveryFees): Pesewas {
  if (destination.option !== 'delivery_service') return 0
  return findRow(destination, fees)?.fee ?? feeElsewhere
}

/** What the fee is and why, in words for the person who pays it. */
export function deliveryFeeReason(destination: Destination, fees: DeliveryFees): string {
  if (destination.option !== 'delivery_service') return 'Free, your own rider collects it'
  const fee = deliveryFee(destination, fees)
  const namedCity = findRow(destination, fees)?.cities.find((city) => isSamePlace(city, destination.city))
  const place = namedCity ?? (isAccra(destination) ? 'Accra' : null)
  return `${fee === 0 ? 'Free' : formatGhs(fee)} ${place ? `in ${place}` : 'outside Accra'}`
}

/** The name of a row, for the shipping policy and the settings. */
export function deliveryFeePlace({ region, cities }: DeliveryFeeRow): string {
  const places = cities.join(' and ')
  if (places) return places
  return region ? `Other places in ${region}` : 'All other places'
}

function findRow({ region, city }: Destination, fees: DeliveryFees): DeliveryFeeRow | undefined {
  const chosen = readRegion(region)
  return fees.find(
    (row) =>
      (row.region === null || row.region === chosen) &&
      (row.cities.length === 0 || row.cities.some((known) => isSamePlace(known, city))),
  )
}

function isAccra({ region, city }: Destination): boolean {
  return readRegion(region) === 'Greater Accra' && isSamePlace(city, 'Accra')
}

export const deliveryOptions = ['delivery_service', 'personal_rider'] as const

export type DeliveryOption = (typeof deliveryOptions)[number]

export const defaultDeliveryOption: DeliveryOption = 'delivery_service'

export const deliveryOptionTexts = {
  delivery_service: { label: 'Delivery service', explanation: 'We bring it to your address.' },
  personal_rider: { label: 'Pick up by Personal Rider', explanation: 'Your own rider collects it from us.' },
} satisfies Record<DeliveryOption, { label: string; explanation: string }>

export function readDeliveryOption(text: string | null | undefined): DeliveryOption | null {
  return deliveryOptions.find((option) => option === text) ?? null
}

export function orderTotal(
  lines: readonly PricedLine[],
  destination: Destination,
  fees: DeliveryFees,
): OrderTotal {
  const subtotal = subtotalOf(lines)
  const fee = deliveryFee(destination, fees)
  return { subtotal, deliveryFee: fee, total: subtotal + fee }
}
