/** Where an order can be followed by everyone who knows its code. */
export function trackingPath(code: string): string {
  return `/track-order?${new URLSearchParams({ code })}`
}
