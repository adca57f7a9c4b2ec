const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const trackingCodeLength = 6

export const trackingCodeMissing = 'Tracking code is required'

export function isTrackingCode(text: string): boolean {
  return /^[A-Z0-9]{6}$/.test(text)
}

/** `below(bound)` draws a whole number from 0 up to, not including, the bound; every one equally likely. */
export function makeTrackingCode(below: (bound: number) => number): string {
  return Array.from({ length: trackingCodeLength }, () => letters.charAt(below(letters.length))).join('')
}

/** People type codes in small letters, with blanks or dashes, or with the # of the order before them. */
export function normaliseTrackingCode(text: string): string {
  return text.replace(/[\s#-]+/g, '').toUpperCase()
}
