import { formatGhs, type OrderTotal, type Pesewas, type PricedLine, subtotalOf } from './money.ts'
import { isSamePlace, placeKey, type Region, readRegion, regions } from './regions.ts'
import { townsOf } from './towns.ts'

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

type Place = { region: Region | null; cities: readonly string[] }

/** The first row that fits counts, so the owner never needs to think about their order: the most specific place comes first. */
export function mostSpecificFirst<Row extends Place>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => vagueness(one) - vagueness(other))
}

function vagueness({ region, cities }: Place): number {
  return (cities.length > 0 ? 0 : 2) + (region === null ? 1 : 0)
}

/** What stands in two rows of the table, by the number of the second; only the first of them could ever count. */
export function repeatedPlaces(rows: readonly Place[]): Map<number, string> {
  const seen = new Set<string>()
  const repeated = new Map<number, string>()
  rows.forEach(({ region, cities }, row) => {
    for (const city of cities.length > 0 ? cities : ['']) {
      const key = `${region ?? 'any'} ${placeKey(city)}`
      if (seen.has(key)) repeated.set(row, city || (region ?? 'Everywhere else'))
      seen.add(key)
    }
  })
  return repeated
}

type TownFee = { town: string; fee: Pesewas }

/** What every known town pays by this table, and a place that is not among them. */
export function feesByRegion(fees: DeliveryFees): { region: Region; towns: TownFee[]; elsewhere: Pesewas }[] {
  const feeIn = (region: Region, city: string) =>
    deliveryFee({ option: 'delivery_service', region, city }, fees)
  return regions.map((region) => {
    // A town that only the owner knows is listed in the region where the owner put it.
    const own = fees.flatMap((row) => (row.region === region ? row.cities : []))
    return {
      region,
      towns: withoutRepeats([...own, ...townsOf[region]]).map((town) => ({ town, fee: feeIn(region, town) })),
      elsewhere: feeIn(region, ''),
    }
  })
}

function withoutRepeats(towns: readonly string[]): string[] {
  const byKey = new Map(towns.map((town) => [placeKey(town), town]))
  return [...byKey.values()]
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
