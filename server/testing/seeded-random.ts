import { createHash } from 'node:crypto'
import type { Random } from '../platform/context.ts'

/** Dice that fall the same way in every run with the same seed. */
export function seededRandom(seed: string | number): Random {
  let rolled = 0
  const block = () => createHash('sha256').update(`${seed}:${rolled++}`).digest()
  const bytes = (count: number) => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, block)
    return Buffer.concat(blocks).subarray(0, count)
  }
  return {
    uuid() {
      const hex = bytes(16).toString('hex')
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    secret: (count) => bytes(count).toString('base64url'),
    below: (bound) => bytes(6).readUIntBE(0, 6) % bound,
  }
}
