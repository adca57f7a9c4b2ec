import { type DeliveryFees, deliveryFee, placeKey, type Region, regions } from './delivery-fee.ts'
import type { Pesewas } from './money.ts'
import { townsOf } from './towns.ts'

export type Place = { region: Region | null; cities: readonly string[] }

/**
 * The first row that names a place counts, so the owner never needs to think about their order: a place with a row of its
 * own comes first, then lists of places, regions, and everywhere else.
 */
export function mostSpecificFirst<Row extends Place>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => vagueness(one) - vagueness(other))
}

function vagueness({ region, cities }: Place): number {
  const anyRegion = region === null ? 1 : 0
  if (cities.length === 0) return 4 + anyRegion
  return (cities.length === 1 ? 0 : 2) + anyRegion
}

/**
 * What stands in two rows of the table, by the number of the second; only the first of them could ever count. A place of a
 * list may have a row of its own as well, which counts before the list.
 */
export function repeatedPlaces(rows: readonly Place[]): Map<number, string> {
  const seen = new Set<string>()
  const repeated = new Map<number, string>()
  rows.forEach(({ region, cities }, row) => {
    for (const city of cities.length > 0 ? cities : ['']) {
      const kind = cities.length === 1 ? 'alone' : 'listed'
      const key = `${kind} ${region ?? 'any'} ${placeKey(city)}`
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
