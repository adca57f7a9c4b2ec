/** Without O and 0, I and 1: nobody can tell them apart on a parcel. Older codes and those of other clients may have them. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const trackingCodeLength = 6

export const trackingCodeMissing = 'Tracking code is required'

export function isTrackingCode(text: string): boolean {
  return /^[A-Z0-9]{6}$/.test(text)
}

/** `below(bound)` draws a whole number from 0 up to, not including, the bound; every one equally likely. */
export function makeTrackingCode(below: (bound: number) => number): string {
  return Array.from({ length: trackingCodeLength }, () => letters.charAt(below(letters.length))).join('')
}

/** People type codes in small letters, with blanks or dashes, or paste them with the words before them and the full stop after, or the whole link. */
export function normaliseTrackingCode(text: string): string {
  const [, inLink] = /[?&]code=([\w+-]*)/i.exec(text) ?? []
  return (inLink ?? text).replace(/^.*[:=]|[\s#.+-]+/gs, '').toUpperCase()
}

const lookalikes = ['O0', 'I1L']

/** All codes that somebody may have read where this was typed, the typed one first. */
export function codesThatLookLike(code: string): string[] {
  return [...code].reduce<string[]>(
    (starts, letter) => {
      const others = lookalikes.find((group) => group.includes(letter))?.replace(letter, '') ?? ''
      return [letter, ...others].flatMap((each) => starts.map((start) => start + each))
    },
    [''],
  )
}

/** Whether what was typed is this code, or what it looks like. */
export function isSameCode(typed: string, code: string): boolean {
  return codesThatLookLike(normaliseTrackingCode(typed).slice(0, trackingCodeLength + 1)).includes(code)
}
