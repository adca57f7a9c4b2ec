const day = 24 * 60 * 60 * 1000
const lifetime = 30 * day

export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + lifetime)
}

/** A session in use lives on, but is written at most once a day: not every click should cost a write. */
export function isDueForRenewal(expiresAt: Date, now: Date): boolean {
  return sessionEnd(now).getTime() - expiresAt.getTime() >= day
}
