import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../storage-config.ts'

export type S3Question = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Absent where the question is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** For all tries together. */
  limitMs: number
}

export type S3Answer = { status: number; bytes: Buffer }

export type S3Calls = {
  /** Answers 200 to 299 and "there is no such file"; throws everything else. */
  ask(question: S3Question): Promise<S3Answer>
  sign(key: string, validity: { from: Date; seconds: number }): Promise<string>
}

export class S3Failure extends Error {
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

export function openS3Calls({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Config): S3Calls {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  })
  const addressOf = (key?: string) => `${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`

  async function askOnce({ method, key, query, headers, body }: S3Question, signal: AbortSignal) {
    const url = new URL(addressOf(key))
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const print = { 'x-amz-content-sha256': sha256(body ?? '') }
    const content = body && new Uint8Array(body)
    const signed = await client.sign(url, { method, headers: { ...headers, ...print }, body: content })
    const answer = await fetch(signed, { signal, redirect: 'manual' })
    const bytes = await readBounded(answer)
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

async function readBounded({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > longestAnswer) throw new Error('The file store sent more than a file of the shop can be')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
