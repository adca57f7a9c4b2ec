import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFailingServer } from './failing-server.ts'
import { isSignedWith } from './s3-signature.ts'

export type Weather = 'fine' | 'hanging' | 'failing' | 'failing once' | 'breaking off'

export type S3Server = {
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
