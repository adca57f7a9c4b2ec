export const minimumQuantity = 1

/** More of one product than this is a mistake of the finger, or a wholesale inquiry. */
export const maximumQuantity = 999

const writtenNumber = /^[+-]?\d{1,15}(?:\.\d*)?$/

/** What is not a number becomes 1; nobody gets less than 1 or more than the maximum. */
export function readQuantity(
  entry: string | number | null | undefined,
  maximum: number = maximumQuantity,
): number {
  const text = String(entry).trim()
  const wished = writtenNumber.test(text) ? Math.trunc(Number(text)) : minimumQuantity
  const most = Number.isFinite(maximum) ? Math.min(Math.trunc(maximum), maximumQuantity) : maximumQuantity
  return Math.max(minimumQuantity, Math.min(wished, most))
}
