import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Whether a question to an S3 store is signed with this secret (Signature Version 4, by header or in the address).
 * The server program of the tests believes every such signature, so this looks at it first.
 */
export function isSignedWith(secret: string, { method = '', url = '', headers }: IncomingMessage): boolean {
  const address = new URL(url, 'http://store')
  const given = findSignature(address, headers)
  if (given === null) return false
  address.searchParams.delete('X-Amz-Signature')
  const query = [...address.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const lines = given.names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const print = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  const question = [method, address.pathname, query, lines.join(''), given.names, print].join('\n')
  const [, day = '', region = '', service = '', end = ''] = given.scope.split('/')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (secretSoFar, part) => createHmac('sha256', secretSoFar).update(part).digest(),
    `AWS4${secret}`,
  )
  const hash = createHash('sha256').update(question).digest('hex')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', given.time, scope, hash].join('\n')
  return createHmac('sha256', key).update(text).digest('hex') === given.signature
}

type Signature = { scope: string; names: string; signature: string; time: string }

function findSignature({ searchParams }: URL, headers: IncomingMessage['headers']): Signature | null {
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (scope && names && signature)
    return { scope, names, signature, time: String(headers['x-amz-date'] ?? '') }
  const part = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (part('Signature') === '') return null
  return {
    scope: part('Credential'),
    names: part('SignedHeaders'),
    signature: part('Signature'),
    time: part('Date'),
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
