import { totpCode, totpStep } from '../features/accounts/second-factor.ts'

/** What the app on a phone shows at this moment, or so many half minutes later. */
export function appCode(secret: string, at: Date, steps = 0): string {
  return totpCode(secret, totpStep(at) + steps)
}
