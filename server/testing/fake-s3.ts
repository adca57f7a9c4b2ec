import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFailingServer } from './fake-server.ts'

type Weather = 'fine' | 'hanging' | 'failing' | 'failing once' | 'breaking off'

type S3Server = {
  /** As in the environment of a shop that keeps its files there. */
  settings: Record<string, string>
  bucket: string
  /** `hanging`: takes every question and answers none. `breaking off`: ends the line in the middle of each answer. */
  turn(weather: Weather): void
  /** How many questions have arrived. */
  asked(): number
  goDown(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

type S3rver = { callback(): RequestListener; configureBuckets(): Promise<unknown> }

const require = createRequire(new URL('../../scripts/tools/s3rver/package.json', import.meta.url))

const bucket = 'shop-files'

/** The key that the program knows, and its secret too. */
const secret = 'S3RVER'

/** A real S3 server program on this machine, with a weather of its own in front of it. */
export async function openS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'adom-s3-'))
  const answer = await openProgram(folder)
  let weather: Weather = 'fine'
  let questions = 0
  const line = await openFailingServer((request, response) => {
    questions += 1
    if (weather === 'fine') return void answer(request, response)
    if (weather.startsWith('failing')) response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    if (weather === 'failing once') weather = 'fine'
    if (weather === 'breaking off') {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half', () => response.destroy())
    }
  })
  return {
    settings: {
      STORAGE: `s3://${bucket}`,
      S3_ENDPOINT: line.url,
      S3_ACCESS_KEY: secret,
      S3_SECRET_KEY: secret,
    },
    bucket,
    turn: (next) => {
      weather = next
    },
    asked: () => questions,
    goDown: line.goDown,
    comeBack: line.comeBack,
    async close() {
      await line.goDown()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openProgram(folder: string): Promise<RequestListener> {
  const Program = require('s3rver') as new (options: object) => S3rver
  const buckets = { vhostBuckets: false, configureBuckets: [{ name: bucket }] }
  const program = new Program({ directory: folder, silent: true, ...buckets })
  await program.configureBuckets()
  const answer = program.callback()
  return (request, response) => {
    // An unknown key is the program's own to refuse.
    const isKnown = JSON.stringify([request.headers.authorization, request.url]).includes(secret)
    if (!isKnown || isSignedWith(secret, request)) return answer(request, response)
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  }
}

/**
 * Whether a question to an S3 store is signed with this secret (Signature Version 4, by header or in the address).
 * The server program of the tests believes every such signature, so this looks at it first.
 */
function isSignedWith(secret: string, { method = '', url = '', headers }: IncomingMessage): boolean {
  const address = new URL(url, 'http://store')
  const given = findSignature(address, headers)
  if (given === null) return false
  address.searchParams.delete('X-Amz-Signature')
  const query = [...address.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const lines = given.names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const bodyHash = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  const question = [method, address.pathname, query, lines.join(''), given.names, bodyHash].join('\n')
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
