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
