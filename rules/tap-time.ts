const longestWait = 24 * 60 * 60 * 1000

/**
 * When a tap counts as done. A phone's clock may be wrong and a network may be gone for hours, so the tap is believed only
 * between the order's last step and now, and not more than a day back.
 */
export function timeOfTap(tapped: Date | null, { now, notBefore }: { now: Date; notBefore: Date }): Date {
  const latest = now > notBefore ? now : notBefore
  if (tapped === null || Number.isNaN(tapped.getTime())) return latest
  const earliest = Math.max(notBefore.getTime(), now.getTime() - longestWait)
  return new Date(Math.min(Math.max(tapped.getTime(), earliest), latest.getTime()))
}
