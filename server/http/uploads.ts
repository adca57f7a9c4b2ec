import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { isStaff } from '../features/accounts/viewer.ts'
import { hasBody, type ServerLimits } from './limits.ts'
import { callerAddress } from './proxies.ts'

type Part = MultipartFile | MultipartValue<unknown>

type Read = { texts: Map<string, string>; files: Map<string, FileHandle[]> }

/** One form with files that is on its way. */
type Upload = {
  account: string | null
  isOfStaff: boolean
  address: string
  bytes: number
  /** Keeps what comes on the disk: on a slow line it comes for minutes, and memory is for what is being worked on. */
  save(part: MultipartFile): Promise<FileHandle>
  /** Waits until few enough others are in memory; the place is free again after the answer. */
  enterMemory(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | null
  }
}

type UploadLimits = Pick<
  ServerLimits,
  'uploadsOfAccount' | 'uploadsOfAddress' | 'uploadsInAll' | 'uploadBytesInAll' | 'uploadsInMemory'
> & { folder: string }

/** The rest of the places and of the disk is for people with a role: strangers never shut a driver's photos out. */
const shareOfCustomers = 0.75

/** Nobody can fill memory, disk or lines with photos: each account, each address and all together have so many at once. */
export async function limitUploads(app: FastifyInstance, limits: UploadLimits): Promise<void> {
  await mkdir(limits.folder, { recursive: true })
  const underWay = new Set<Upload>()
  const inMemory = openPlaces(limits.uploadsInMemory)
  const count = (isMeant: (upload: Upload) => boolean) => [...underWay].filter(isMeant).length
  app.decorateRequest('upload', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.upload || !hasBody(request)) return
    const account = request.viewer?.id ?? null
    const address = callerAddress(request)
    const isOfStaff = request.viewer !== null && isStaff(request.viewer)
    const isFromHere = (upload: Upload) => upload.address === address && (!isOfStaff || upload.isOfStaff)
    const isTooMany =
      (account !== null && count((upload) => upload.account === account) >= limits.uploadsOfAccount) ||
      count(isFromHere) >= limits.uploadsOfAddress
    if (isTooMany) throw new Refusal('too_many_requests', { retryAfterSeconds: 30 })
    const share = isOfStaff ? 1 : shareOfCustomers
    const competing = () => [...underWay].filter((upload) => isOfStaff || !upload.isOfStaff)
    const isFull =
      underWay.size >= limits.uploadsInAll || competing().length >= Math.ceil(limits.uploadsInAll * share)
    if (isFull) throw new Refusal('busy', { retryAfterSeconds: 30 })

    let leaveMemory = () => {}
    const upload: Upload = {
      account,
      isOfStaff,
      address,
      bytes: 0,
      save: (part) =>
        saveToDisk(part, limits.folder, (length) => {
          upload.bytes += length
          return (
            bytesOf([...underWay]) <= limits.uploadBytesInAll &&
            bytesOf(competing()) <= limits.uploadBytesInAll * share
          )
        }),
      async enterMemory() {
        leaveMemory = await inMemory.enter()
        if (!underWay.has(upload)) leaveMemory()
      },
    }
    underWay.add(upload)
    request.upload = upload
    finished(reply.raw, () => {
      underWay.delete(upload)
      leaveMemory()
    })
  })
}

function bytesOf(uploads: readonly Upload[]): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The file has no name any more once it is open, so nothing is left behind, whatever ends the request or the process. */
async function saveToDisk(
  part: MultipartFile,
  folder: string,
  hasRoom: (length: number) => boolean,
): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  try {
    let isFull = false
    for await (const piece of part.file) {
      isFull ||= !hasRoom(piece.length)
      if (!isFull) await file.appendFile(piece)
    }
    if (isFull) throw new Refusal('busy', { retryAfterSeconds: 30 })
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function openPlaces(most: number): { enter(): Promise<() => void> } {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async enter() {
      if (taken < most) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const next = waiting.shift()
        if (next) next()
        else taken--
      }
    },
  }
}

/**
 * Reads a form with files: its texts, checked by the schema, and the files of the named fields, each up to the given
 * number. Whatever is wrong, the form is read to its end first: a browser that is still sending would not hear us.
 */
export async function readUpload<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  mostFiles: Record<string, number>,
  largestFile?: number,
): Promise<{ fields: z.output<Schema>; files: Map<string, Buffer[]> }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  const read: Read = { texts: new Map(), files: new Map() }
  const complaints: Refusal[] = []
  // Where files may be larger than photos, they are something else.
  const tooLarge = largestFile === undefined ? 'image_too_large' : 'too_large'
  try {
    for await (const part of untilStuck(
      request,
      request.parts(largestFile ? { limits: { fileSize: largestFile } } : undefined),
    )) {
      await take(request, read, part, mostFiles).catch((error) =>
        complaints.push(fromReading(error, tooLarge)),
      )
    }
  } catch (error) {
    complaints.push(fromReading(error, tooLarge))
  }
  try {
    if (complaints[0]) throw complaints[0]
    const { success, data, error } = schema.safeParse(Object.fromEntries(read.texts))
    if (!success) throw new Refusal('invalid_input', { fields: fieldsOf(error) })
    return { fields: data, files: await readBack(request, read.files) }
  } finally {
    for (const file of [...read.files.values()].flat()) await file.close()
  }
}

async function readBack(
  request: FastifyRequest,
  saved: ReadonlyMap<string, readonly FileHandle[]>,
): Promise<Map<string, Buffer[]>> {
  const files = new Map<string, Buffer[]>()
  if (saved.size > 0) await uploadOf(request).enterMemory()
  for (const [name, handles] of saved) {
    const inOrder: Buffer[] = []
    for (const handle of handles) inOrder.push(await readWhole(handle))
    files.set(name, inOrder)
  }
  return files
}

async function readWhole(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
  if (bytesRead !== size) throw new Error('A file that was saved a moment ago cannot be read')
  return buffer
}

function uploadOf({ upload }: FastifyRequest): Upload {
  if (upload === null) throw new Error('A route that reads a form with files says so (config.upload)')
  return upload
}

/** A part without any heading makes the reader of forms wait for ever, although the whole form has come. */
async function* untilStuck({ raw }: FastifyRequest, parts: AsyncIterator<Part>): AsyncGenerator<Part> {
  const ended = new Promise((resolve) => raw.once('end', resolve))
  for (;;) {
    const waiting = new AbortController()
    const { done, value } = await Promise.race([parts.next(), refuseAfter(ended, waiting.signal)])
    waiting.abort()
    if (done) return
    yield value
  }
}

/** Once everything is here, the next part is found at once; what was found before may take long to be written down. */
async function refuseAfter(ended: Promise<unknown>, signal: AbortSignal): Promise<never> {
  await ended
  await wait(2_000, undefined, { signal })
  throw new Refusal('invalid_input')
}

async function take(
  request: FastifyRequest,
  { texts, files }: Read,
  part: Part,
  mostFiles: Record<string, number>,
): Promise<void> {
  const { fieldname } = part
  if (part.type === 'file') {
    const same = files.get(fieldname) ?? []
    const saved = await uploadOf(request).save(part)
    // A browser sends an empty file for a field in which none was chosen.
    if (!part.filename && (await saved.stat()).size === 0) return await saved.close()
    files.set(fieldname, [...same, saved])
    const most = Object.hasOwn(mostFiles, fieldname) ? mostFiles[fieldname] : undefined
    if (most === undefined) refuse(fieldname, 'No file is expected here.')
    if (same.length === most)
      refuse(fieldname, most === 1 ? 'Please send one file.' : `Please send at most ${most} files.`)
    return
  }
  if (part.valueTruncated) throw new Refusal('too_large', { text: 'Content is too long' })
  if (part.fieldnameTruncated || typeof part.value !== 'string') refuse(fieldname, 'Please enter text here.')
  if (texts.has(fieldname)) refuse(fieldname, 'This field came twice.')
  texts.set(fieldname, part.value)
}

function refuse(field: string, mistake: string): never {
  throw new Refusal('invalid_input', { fields: { [field]: mistake } })
}

/** The reader of forms throws for a form that is not one; without this, that would look like a mistake of ours. */
function fromReading(error: unknown, tooLarge: RefusalCode): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(tooLarge)
  return new Refusal(/^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/.test(code) ? 'too_large' : 'invalid_input')
}

function fieldsOf({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const name of unknown) fields[name] ??= 'This field is not known here.'
    if (unknown.length === 0) fields[issue.path.join('.') || 'body'] ??= issue.message
  }
  return fields
}

const imageCodes = {
  image_too_large: 'image_too_large',
  image_too_small: 'invalid_image',
  image_not_supported: 'image_not_supported',
  image_broken: 'invalid_image',
} as const satisfies Record<string, RefusalCode>

/** What is said about a picture that the shop did not take, or null for any other trouble. */
export function imageRefusalCode(error: unknown): RefusalCode | null {
  if (!(error instanceof Error) || error.name !== 'ImageRefusal' || !('code' in error)) return null
  return Object.entries(imageCodes).find(([code]) => code === error.code)?.[1] ?? null
}
