/** The letters that every phone knows; whatever is not among them doubles the price of the whole message. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

/** Each of these takes two places. */
const extended = new Set('^{}\\[~]|€\f')

type SmsParts = {
  /** `GSM-7`: 160 letters in one part. `UCS-2`, with letters such as ɛ and ₵: 70. */
  alphabet: 'GSM-7' | 'UCS-2'
  /** How many places the text takes. */
  length: number
  /** How many messages are paid for. */
  parts: number
}

export function countSmsParts(text: string): SmsParts {
  const letters = Array.from(text)
  const isBasic = letters.every((letter) => basic.has(letter) || extended.has(letter))
  if (!isBasic) return { alphabet: 'UCS-2', length: text.length, parts: partsOf(text.length, 70, 67) }
  const length = letters.reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0)
  return { alphabet: 'GSM-7', length, parts: partsOf(length, 160, 153) }
}

/** Joined parts are shorter: each carries its place. */
function partsOf(length: number, alone: number, joined: number): number {
  return length <= alone ? 1 : Math.ceil(length / joined)
}

/** The letters that make a message wide, each once, so that whoever writes it can choose others. */
export function wideLetters(text: string): string[] {
  return [...new Set(Array.from(text).filter((letter) => !basic.has(letter) && !extended.has(letter)))]
}
