import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { Refusal } from '#contract/refusals.ts'
import { readBounded } from './call-service.ts'
import type { S3Config } from './config.ts'
import type { Clock } from './context.ts'
import {
  assertKey,
  assertType,
  type FileStore,
  isKey,
  isPrivate,
  type ListedFile,
  toStoredFile,
} from './file-store.ts'
import { sha256 } from './hash.ts'
import type { Log } from './log.ts'

type S3Store = FileStore & {
  /** Throws what the owner can mend, such as a wrong key; a store that does not answer just now is none of that. */
  assertUsable(): Promise<void>
}

type S3StoreOptions = { clock: Clock; log: Log; limits?: Partial<typeof usualLimits> }

/** A visitor waits for a picture; an owner waits for an upload, over a slow line too. */
const usualLimits = { readMs: 4_000, writeMs: 12_000, listedAtOnce: 1_000 }

const aDay = 24 * 3_600

/** Keeps files in a bucket. A name never gets another content, so whoever has a file may keep it for good. */
export function openS3Store(config: S3Config, { clock, log, ...others }: S3StoreOptions): S3Store {
  const { readMs, writeMs, listedAtOnce } = { ...usualLimits, ...others.limits }
  const calls = openS3Calls(config)
  const circuit = openCircuit({ clock, log, failures: 3, restSeconds: 10, mostAtOnce: 64 })

  async function listAfter(
    prefix: string,
    marker: string,
  ): Promise<{ files: ListedFile[]; isWhole: boolean }> {
    const query = {
      prefix: config.prefix + prefix,
      'max-keys': String(listedAtOnce),
      ...(marker ? { marker: config.prefix + marker } : {}),
    }
    const { bytes } = await circuit.run(() => calls.ask({ method: 'GET', query, limitMs: writeMs }))
    const { files, isWhole } = readListing(bytes.toString('utf8'))
    return { isWhole, files: files.map((file) => ({ ...file, key: file.key.slice(config.prefix.length) })) }
  }

  return {
    async put(key, bytes, contentType) {
      assertKey(key)
      assertType(key, contentType)
      const headers = { 'content-type': contentType, 'cache-control': howLong(key) }
      await circuit.run(() => calls.ask({ method: 'PUT', key, headers, body: bytes, limitMs: writeMs }))
    },

    async get(key) {
      if (!isKey(key)) return null
      const answer = await circuit.run(() => calls.ask({ method: 'GET', key, limitMs: readMs }))
      return answer.status === 404 ? null : toStoredFile(key, answer.bytes)
    },

    async has(key) {
      if (!isKey(key)) return false
      return (await circuit.run(() => calls.ask({ method: 'HEAD', key, limitMs: readMs }))).status !== 404
    },

    async delete(key) {
      assertKey(key)
      await circuit.run(() => calls.ask({ method: 'DELETE', key, limitMs: writeMs }))
    },

    async list(prefix = '') {
      const listed: ListedFile[] = []
      for (let marker = ''; ; ) {
        const { files, isWhole } = await listAfter(prefix, marker)
        listed.push(...files)
        marker = files.at(-1)?.key ?? ''
        if (isWhole || marker === '') return listed.filter(({ key }) => isKey(key))
      }
    },

    // A bucket takes a file whole or not at all.
    removeUnfinished: async () => {},

    // Signed as of midnight: all day the address stays the same, so that a phone knows the picture again.
    async signedAddress(key) {
      if (!isKey(key) || isPrivate(key)) return null
      const midnight = new Date(clock())
      midnight.setUTCHours(0, 0, 0, 0)
      return calls.sign(key, { from: midnight, seconds: 2 * aDay })
    },

    async assertUsable() {
      const query = { prefix: config.prefix, 'max-keys': '1' }
      await calls.ask({ method: 'GET', query, limitMs: readMs }).catch((error: unknown) => {
        if (error instanceof S3Failure && error.status < 500) throw new Error(whyNotUsable(error, config))
        log.error({ err: error }, 'The file store does not answer. The shop opens without pictures')
      })
    },
  }
}

function howLong(key: string): string {
  return isPrivate(key) ? 'private, no-store' : 'public, max-age=31536000, immutable'
}

const reasons: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket. Make it, or correct STORAGE.',
  InvalidAccessKeyId: 'It does not know the key. Check S3_ACCESS_KEY.',
  SignatureDoesNotMatch: 'The secret does not fit the key. Check S3_SECRET_KEY and S3_REGION.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Check S3_REGION.',
  PermanentRedirect: 'The bucket is in another region. Check S3_REGION and S3_ENDPOINT.',
  RequestTimeTooSkewed: 'This machine’s clock is wrong.',
}

function whyNotUsable({ code, status }: S3Failure, { bucket, endpoint }: S3Config): string {
  const reason = reasons[code] ?? 'Check STORAGE and the S3 settings, and what the key may do.'
  return `The file store ${endpoint} refuses the bucket ${bucket} (${status} ${code}). ${reason}`
}

type Listing = { files: ListedFile[]; isWhole: boolean }

/** Reads the answer to "what is in the bucket"; its names are full names, with the folder in front. */
function readListing(xml: string): Listing {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) =>
    readFile(entry),
  )
  return { files, isWhole: textOf(xml, 'IsTruncated') !== 'true' }
}

function readFile(entry: string): ListedFile {
  const mark = textOf(entry, 'ETag').replaceAll('"', '')
  return {
    key: textOf(entry, 'Key'),
    size: Number(textOf(entry, 'Size')),
    changedAt: new Date(textOf(entry, 'LastModified')),
    // A file that was sent in parts, or is kept encrypted, has another kind of mark.
    ...(/^[0-9a-f]{32}$/.test(mark) ? { md5: mark } : {}),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"' }

function textOf(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&([a-z]+|#34);/g, (whole, name: string) => entities[name] ?? whole)
}

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Absent where the question is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** For all tries together. */
  limitMs: number
}

type S3Answer = { status: number; bytes: Buffer }

type S3Calls = {
  /** Answers 200 to 299 and "there is no such file"; throws everything else. */
  ask(question: S3Request): Promise<S3Answer>
  sign(key: string, validity: { from: Date; seconds: number }): Promise<string>
}

class S3Failure extends Error {
  override name = 'S3Failure'
  readonly status: number
  readonly code: string

  constructor(method: string, status: number, code: string) {
    super(`The file store answered ${status} ${code} to ${method}`)
    this.status = status
    this.code = code
  }
}

const tries = 3

/** The shop's own pictures are far smaller; more than this is a mistake. */
const longestAnswer = 64 * 1024 * 1024

function openS3Calls({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Config): S3Calls {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  })
  const addressOf = (key?: string) => `${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`

  async function askOnce({ method, key, query, headers, body }: S3Request, signal: AbortSignal) {
    const url = new URL(addressOf(key))
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const hash = { 'x-amz-content-sha256': sha256(body ?? '', 'hex') }
    const content = body && new Uint8Array(body)
    const signed = await client.sign(url, { method, headers: { ...headers, ...hash }, body: content })
    const answer = await fetch(signed, { signal, redirect: 'manual' })
    const bytes = await readBounded(answer.body, longestAnswer)
    if (answer.ok) return { status: answer.status, bytes }
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? ''
    // Nothing was said about the bucket: it is there and the file is not.
    if (answer.status === 404 && code !== 'NoSuchBucket' && key !== undefined) return { status: 404, bytes }
    throw new S3Failure(method, answer.status, code)
  }

  return {
    async ask(question) {
      const signal = AbortSignal.timeout(question.limitMs)
      for (let attempt = 1; ; attempt++) {
        try {
          return await askOnce(question, signal)
        } catch (error) {
          if (attempt === tries || signal.aborted || !mayPass(error)) throw error
          await wait(attempt * 100)
        }
      }
    },

    async sign(key, { from, seconds }) {
      const url = new URL(addressOf(key))
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const datetime = from.toISOString().replace(/[:-]|\.\d{3}/g, '')
      return (await client.sign(url, { method: 'GET', aws: { signQuery: true, datetime } })).url
    },
  }
}

/** A broken line and a busy store may be over in a moment; "you may not" stays. */
function mayPass(error: unknown): boolean {
  return !(error instanceof S3Failure) || error.status >= 500 || error.status === 429
}

type Circuit = { run<T>(work: () => Promise<T>): Promise<T> }

type CircuitSetup = {
  clock: Clock
  log: Log
  /** So many failures in a row, and nobody is kept waiting any more. */
  failures: number
  restSeconds: number
  mostAtOnce: number
}

/**
 * While a store is down, every visitor who waits for it keeps the shop busy for nothing. So after some failures the
 * answer is "no" at once; now and then one visitor tries whether it is back.
 */
function openCircuit({ clock, log, failures, restSeconds, mostAtOnce }: CircuitSetup): Circuit {
  let failed = 0
  let restsUntil = 0
  let isTrying = false
  let underWay = 0

  function admit(): void {
    const rest = Math.ceil((restsUntil - clock().getTime()) / 1_000)
    if (rest > 0) throw unavailable(rest)
    if (underWay >= mostAtOnce || (failed >= failures && isTrying)) throw unavailable(1)
  }

  function fail(error: unknown): void {
    failed += 1
    if (failed < failures) return
    restsUntil = clock().getTime() + restSeconds * 1_000
    log.error({ err: error }, `The file store does not answer; pictures rest for ${restSeconds} seconds`)
  }

  function succeed(): void {
    if (failed >= failures) log.info('The file store answers again')
    failed = 0
    restsUntil = 0
  }

  return {
    async run(work) {
      admit()
      isTrying = failed >= failures
      underWay += 1
      try {
        const result = await work()
        succeed()
        return result
      } catch (error) {
        fail(error)
        throw unavailable(restSeconds, error)
      } finally {
        underWay -= 1
        isTrying = false
      }
    },
  }
}

function unavailable(retryAfterSeconds: number, cause?: unknown): Refusal {
  const refusal = new Refusal('files_unavailable', { retryAfterSeconds })
  refusal.cause = cause
  return refusal
}
