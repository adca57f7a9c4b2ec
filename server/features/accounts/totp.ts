import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/hash.ts'

/** What every authenticator app takes for granted (RFC 6238): a new code of six digits each half minute, from SHA-1. */
const stepMs = 30_000
const digits = 6

export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / stepMs)
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Which half minute this code belongs to: this one, the one before or the next, for a phone whose clock is a little off. */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  const now = totpStep(at)
  let found: number | null = null
  for (const step of [now - 1, now, now + 1]) if (isSameSecret(totpCode(secret, step), code)) found = step
  return found
}

/** What an authenticator app reads from the picture. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
