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
