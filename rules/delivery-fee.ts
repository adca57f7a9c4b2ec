import type { RowDays } from './delivery-days.ts'
import { formatGhs, type OrderTotal, type Pesewas, type PricedLine, subtotalOf } from './money.ts'

/** One row of the fee table. No region means any region; no cities means every place in it. */
export type DeliveryFeeRow = {
  region: Region | null
  cities: readonly string[]
  fee: Pesewas
  /** Whoever buys for so much pays no fee here; without it everybody does. */
  freeFrom?: Pesewas | undefined
  /** On which days deliveries go there; without it no day is chosen. */
  days?: RowDays | undefined
}

export type DeliveryFees = readonly DeliveryFeeRow[]

/** Areas of Accra that customers name as their city. They pay what Accra pays until the owner gives one a row of its own. */
export const accraAreas = [
  'Osu',
  'Labone',
  'Cantonments',
  'East Legon',
  'Airport',
  'Dzorwulu',
  'Adabraka',
  'Kaneshie',
  'Dansoman',
  'Achimota',
  'Lapaz',
  'Spintex',
] as const

/**
 * A place that is named counts before a whole region. Tema and Nsawam have no region, as people from Nsawam (in
 * Eastern) often choose Greater Accra.
 */
export const defaultDeliveryFees: DeliveryFees = [
  { region: 'Greater Accra', cities: ['Accra', ...accraAreas], fee: 0 },
  { region: null, cities: ['Tema', 'Nsawam'], fee: 5500 },
  { region: 'Greater Accra', cities: [], fee: 4500 },
  { region: null, cities: [], fee: 4500 },
]

/** For a table without a row for everywhere else. */
const feeElsewhere: Pesewas = 4500

export type Destination = { option: DeliveryOption; region: string; city: string }

/** `spent` is what the products cost together. */
export function deliveryFee(destination: Destination, fees: DeliveryFees, spent: Pesewas = 0): Pesewas {
  if (destination.option !== 'delivery_service') return 0
  const { row } = findRow(destination, fees)
  if (row?.freeFrom !== undefined && spent >= row.freeFrom) return 0
  return row?.fee ?? feeElsewhere
}

/** What delivery costs, in one line: said before anyone has to ask. */
export function deliveryLine(fees: DeliveryFees): string {
  const inAccra = deliveryFee({ option: 'delivery_service', region: 'Greater Accra', city: 'Accra' }, fees)
  const elsewhere = Math.min(...fees.map(({ fee }) => fee).filter((fee) => fee > 0))
  return [
    inAccra === 0 ? 'Free delivery in Accra' : `Delivery in Accra ${formatGhs(inAccra)}`,
    ...(Number.isFinite(elsewhere) ? [`from ${formatGhs(elsewhere)} elsewhere`] : []),
  ].join(' · ')
}

/** What is missing until delivery is free; null where it is free already, or never. */
export function missingForFreeDelivery(
  destination: Destination,
  fees: DeliveryFees,
  spent: Pesewas,
): Pesewas | null {
  const { freeFrom } = findRow(destination, fees).row ?? {}
  if (freeFrom === undefined || deliveryFee(destination, fees, spent) === 0) return null
  return freeFrom - spent
}

/** What the fee is and why, in words for the person who pays it. */
export function deliveryFeeReason(destination: Destination, fees: DeliveryFees, spent: Pesewas = 0): string {
  if (destination.option === 'pickup') return 'Free, you collect it'
  if (destination.option !== 'delivery_service') return 'Free, your own rider collects it'
  const fee = deliveryFee(destination, fees, spent)
  const place = findRow(destination, fees).place ?? (isAccra(destination) ? 'Accra' : null)
  return `${fee === 0 ? 'Free' : formatGhs(fee)} ${place ? `in ${place}` : 'outside Accra'}`
}

/** The row that holds for a place that deliveries go to; none for what is collected. */
export function deliveryRow(destination: Destination, fees: DeliveryFees): DeliveryFeeRow | undefined {
  return destination.option === 'delivery_service' ? findRow(destination, fees).row : undefined
}

/** The name of a row, for the shipping policy and the settings. */
export function deliveryFeePlace({ region, cities }: Pick<DeliveryFeeRow, 'region' | 'cities'>): string {
  if (cities.length > 0) return cities.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  return region ? `Other places in ${region}` : 'All other places'
}

/** What a row asks for, for the shipping policy and the list of changes. */
export function deliveryFeeText({ fee, freeFrom }: Pick<DeliveryFeeRow, 'fee' | 'freeFrom'>): string {
  if (fee === 0) return 'Free'
  return freeFrom === undefined ? formatGhs(fee) : `${formatGhs(fee)}, free from ${formatGhs(freeFrom)}`
}

/** Of `East Legon, Accra`, a row that names East Legon counts before the row of Accra. */
function findRow(
  { region, city }: Destination,
  fees: DeliveryFees,
): { row?: DeliveryFeeRow; place?: string } {
  const chosen = readRegion(region)
  const rows = fees.filter((row) => row.region === null || row.region === chosen)
  for (const name of [city, ...city.split(',')]) {
    for (const row of rows) {
      const place = row.cities.find((known) => isSamePlace(known, name))
      if (place) return { row, place }
    }
  }
  return { row: rows.find(({ cities }) => cities.length === 0) }
}

function isAccra({ region, city }: Destination): boolean {
  return readRegion(region) === 'Greater Accra' && isSamePlace(city, 'Accra')
}

/** Pickup is offered only where the owner has switched it on. */
export const deliveryOptions = ['delivery_service', 'personal_rider', 'pickup'] as const

export type DeliveryOption = (typeof deliveryOptions)[number]

export const defaultDeliveryOption: DeliveryOption = 'delivery_service'

export const deliveryOptionTexts = {
  delivery_service: { label: 'Delivery service', explanation: 'We bring it to your address.' },
  personal_rider: { label: 'Pick up by Personal Rider', explanation: 'Your own rider collects it from us.' },
  pickup: { label: 'Collect at the shop', explanation: 'We tell you when it is ready.' },
} satisfies Record<DeliveryOption, { label: string; explanation: string }>

export function readDeliveryOption(text: string | null | undefined): DeliveryOption | null {
  return deliveryOptions.find((option) => option === text) ?? null
}

export function offeredDelivery(offersPickup: boolean): readonly DeliveryOption[] {
  return offersPickup ? deliveryOptions : deliveryOptions.slice(0, 2)
}

export function orderTotal(
  lines: readonly PricedLine[],
  destination: Destination,
  fees: DeliveryFees,
): OrderTotal {
  const subtotal = subtotalOf(lines)
  const fee = deliveryFee(destination, fees, subtotal)
  return { subtotal, deliveryFee: fee, total: subtotal + fee }
}

export const regions = [
  'Ahafo',
  'Ashanti',
  'Bono',
  'Bono East',
  'Central',
  'Eastern',
  'Greater Accra',
  'North East',
  'Northern',
  'Oti',
  'Savannah',
  'Upper East',
  'Upper West',
  'Volta',
  'Western',
  'Western North',
] as const

export type Region = (typeof regions)[number]

export function isSamePlace(one: string, other: string): boolean {
  return placeKey(one) === placeKey(other)
}

/** Understands any case, and the word Region behind the name. */
export function readRegion(text: string): Region | null {
  const key = placeKey(text).replace(/ region$/, '')
  return regions.find((region) => placeKey(region) === key) ?? null
}

/** What two ways of writing one place have in common. */
export function placeKey(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

const inParts = /^([A-Z][A-Z0-9]{1,2})[\s-]+(\d{3,5})[\s-]+(\d{4})$/
const inOne = /^([A-Z][A-Z0-9]{1,2}?)[\s-]*(\d{3,5})[\s-]*(\d{4})$/

/** `ga 183 8164` becomes `GA-183-8164`. Anything else stays as it was typed: this field never stops an order. */
export function tidyDigitalAddress(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > 20) return trimmed
  const capitals = trimmed.toUpperCase()
  const parts = inParts.exec(capitals) ?? inOne.exec(capitals)
  return parts ? parts.slice(1).join('-') : trimmed
}
