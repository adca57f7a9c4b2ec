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
