import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemRandom } from './context.ts'
import { encryptPush, isBrowserKey, makePushKeys, writePush } from './web-push.ts'

/** The example of RFC 8291, section 5. */
const browser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const once = { salt: 'DGv6ra1nlYgDCS1FRnbzlw', privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' }
const written =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

test('a message is encrypted as the standard shows it', () => {
  const body = encryptPush('When I grow up, I want to be a watermelon', browser, once)
  expect(body.toString('base64url')).toBe(written)
})

test('a message is signed with the shop’s key, for one service and half a day', () => {
  const keys = makePushKeys(systemRandom)
  const now = new Date('2026-03-05T08:00:00Z')
  const subscription = { endpoint: 'https://push.example.com/send/1', ...browser }
  const { headers } = writePush(subscription, '{}', {
    keys,
    random: systemRandom,
    now,
    contact: 'https://a.b',
  })
  const [, header, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(keys.publicKey)
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toEqual({
    aud: 'https://push.example.com',
    exp: now.getTime() / 1_000 + 12 * 3_600,
    sub: 'https://a.b',
  })
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', signed, options, Buffer.from(signature ?? '', 'base64url'))).toBe(true)
})

test('what is no key of a browser is recognised', () => {
  expect(isBrowserKey(browser)).toBe(true)
  expect(isBrowserKey({ ...browser, auth: 'short' })).toBe(false)
  expect(isBrowserKey({ ...browser, p256dh: '' })).toBe(false)
  const beside = Buffer.from(browser.p256dh, 'base64url')
  beside[64] = (beside[64] ?? 0) ^ 1
  expect(isBrowserKey({ ...browser, p256dh: beside.toString('base64url') })).toBe(false)
})
