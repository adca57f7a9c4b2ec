export type QuantityLimits = { min?: number; max?: number }

/** What a person meant by what stands in the field: words and empty fields become the minimum, too much becomes the maximum. */
export function readQuantity(
  typed: string,
  { min = 1, max = Number.POSITIVE_INFINITY }: QuantityLimits = {},
): number {
  const whole = Math.trunc(Number(typed.trim() === '' ? Number.NaN : typed))
  if (!Number.isFinite(whole)) return min
  return Math.max(min, Math.min(whole, max))
}
