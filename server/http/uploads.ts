import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'

type Part = MultipartFile | MultipartValue<unknown>

type Read = { texts: Map<string, string>; files: Map<string, Buffer[]> }

/**
 * Reads a form with files: its texts, checked by the schema, and the files of the named fields, each up to the given
 * number. Whatever is wrong, the form is read to its end first: a browser that is still sending would not hear us.
 */
export async function readUpload<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  mostFiles: Record<string, number>,
): Promise<{ fields: z.output<Schema>; files: Map<string, Buffer[]> }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type')
  const read: Read = { texts: new Map(), files: new Map() }
  const complaints: Refusal[] = []
  try {
    for await (const part of untilStuck(request, request.parts())) {
      await take(read, part, mostFiles).catch((error) => complaints.push(fromReading(error)))
    }
  } catch (error) {
    complaints.push(fromReading(error))
  }
  if (complaints[0]) throw complaints[0]
  const { success, data, error } = schema.safeParse(Object.fromEntries(read.texts))
  if (!success) throw new Refusal('invalid_input', { fields: fieldsOf(error) })
  return { fields: data, files: read.files }
}

/** A part without any heading makes the reader of forms wait for ever. When the whole form has come, a second is plenty. */
async function* untilStuck(request: FastifyRequest, parts: AsyncIterator<Part>): AsyncGenerator<Part> {
  const stuck = Promise.withResolvers<never>()
  stuck.promise.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  request.raw.once('end', () => {
    timer = setTimeout(() => stuck.reject(new Refusal('invalid_input')), 1_000)
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), stuck.promise])
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
  }
}

async function take({ texts, files }: Read, part: Part, mostFiles: Record<string, number>): Promise<void> {
  const { fieldname } = part
  if (part.type === 'file') {
    const bytes = await part.toBuffer()
    // A browser sends an empty file for a field in which none was chosen.
    if (bytes.length === 0 && !part.filename) return
    const same = files.get(fieldname) ?? []
    const most = Object.hasOwn(mostFiles, fieldname) ? mostFiles[fieldname] : undefined
    if (most === undefined) refuse(fieldname, 'No file is expected here.')
    if (same.length === most)
      refuse(fieldname, most === 1 ? 'Please send one file.' : `Please send at most ${most} files.`)
    files.set(fieldname, [...same, bytes])
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
function fromReading(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('image_too_large')
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
  image_not_supported: 'image_not_supported',
  image_broken: 'invalid_image',
} as const satisfies Record<string, RefusalCode>

/** What is said about a picture that the shop did not take, or null for any other trouble. */
export function imageRefusalCode(error: unknown): RefusalCode | null {
  if (!(error instanceof Error) || error.name !== 'ImageRefusal' || !('code' in error)) return null
  return Object.entries(imageCodes).find(([code]) => code === error.code)?.[1] ?? null
}
