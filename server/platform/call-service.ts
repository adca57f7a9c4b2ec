import { isRecord } from '#rules/is-record.ts'

type Call = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: object
  timeoutMs: number
}

export type Reply =
  | { is: 'answered'; status: number; text: string }
  /** The question never left, so nothing happened. */
  | { is: 'unreachable' }
  /** It may have arrived; nobody knows. */
  | { is: 'no_answer' }

/** More than any honest answer. */
const longestAnswer = 64 * 1024

/** Every question has a time limit, no answer is endless, and nobody sends us elsewhere. */
export async function callService(url: string, { method, headers, body, timeoutMs }: Call): Promise<Reply> {
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = (await readBounded(answer.body, longestAnswer)).toString('utf8')
    return { is: 'answered', status: answer.status, text }
  } catch (error) {
    return { is: neverLeft(error) ? 'unreachable' : 'no_answer' }
  }
}

const beforeTheFirstByte = ['connect', 'getaddrinfo']

/** A line that breaks later may have carried the question, whatever the error is called. */
function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverLeft)
  const isConnecting = 'syscall' in error && beforeTheFirstByte.includes(String(error.syscall))
  const isTimeOver = 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'
  return isConnecting || isTimeOver || neverLeft(error.cause)
}

/** Null for everything that is no JSON object, such as the page of a firewall. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** Gateways write some numbers with and some without quotation marks. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** All bytes of a body that somebody else sends; throws when there are more than this, however long it would go on. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > mostBytes) throw new Error(`More than ${mostBytes} bytes were sent`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
