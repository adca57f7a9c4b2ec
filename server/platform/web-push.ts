import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, sign } from 'node:crypto'
import type { Random } from './context.ts'

/** Both in base64url: the public one as a point of the curve, as browsers want it. */
export type PushKeys = { publicKey: string; privateKey: string }

/** What a browser gives of itself: what is sent to the endpoint can be read by that browser alone. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

const curve = 'prime256v1'

export function makePushKeys(random: Random): PushKeys {
  const pair = keyPair(random.secret(32))
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

function keyPair(privateKey: string): ECDH {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey, 'base64url')
  return pair
}

/** A point that is not on the curve could not be written to, and is no key of any browser. */
export function isBrowserKey({ p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    return ECDH.convertKey(point, curve).length > 0
  } catch {
    return false
  }
}

/** The question that carries the payload (RFC 8030), encrypted for that browser (RFC 8291) and in the shop's name (RFC 8292). */
export function writePush(
  subscription: PushSubscription,
  payload: string,
  { keys, random, now, contact }: { keys: PushKeys; random: Random; now: Date; contact: string },
): { headers: Record<string, string>; body: Buffer } {
  const body = encryptPush(payload, subscription, { salt: random.secret(16), privateKey: random.secret(32) })
  return {
    headers: {
      authorization: vapidHeader(keys, { audience: new URL(subscription.endpoint).origin, now, contact }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(12 * 3_600),
      urgency: 'high',
    },
    body,
  }
}

const recordSize = 4_096

type Once = { salt: string; privateKey: string }

/** One record of RFC 8188, whose keys follow from both sides' points. */
export function encryptPush(
  payload: string,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  once: Once,
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const pair = keyPair(once.privateKey)
  const ours = pair.getPublicKey()
  const salt = Buffer.from(once.salt, 'base64url')
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const input = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), both, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([cipher.update(payload, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record, cipher.getAuthTag()])
}

function derive(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length))
}

type Claims = { audience: string; now: Date; contact: string }

function vapidHeader({ publicKey, privateKey }: PushKeys, { audience, now, contact }: Claims): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const expires = Math.floor(now.getTime() / 1_000) + 12 * 3_600
  const claims = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: audience, exp: expires, sub: contact })}`
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`
}
