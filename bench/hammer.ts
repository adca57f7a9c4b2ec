import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Sends one request (or the next of several) again and again on a few kept connections, for some milliseconds, and counts the answers. Bare
 * sockets: a full client would cost more than the servers it measures.
 */
export async function hammer(
  address: string,
  request: { path: string | (() => string); headers?: Record<string, string> },
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<number> {
  const { hostname, port } = new URL(address)
  const lines = Object.entries({ host: hostname, ...request.headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const { path } = request
  const nextPath = typeof path === 'string' ? () => path : path
  const nextWords = () => Buffer.from(`GET ${nextPath()} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const endsAt = performance.now() + milliseconds
  const counts = await Promise.all(
    Array.from({ length: connections }, () => repeat(Number(port), hostname, nextWords, endsAt)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function repeat(port: number, host: string, nextWords: () => Buffer, endsAt: number): Promise<number> {
  const socket = connect({ port, host, noDelay: true })
  await once(socket, 'connect')
  const broken = new Promise<never>((_, reject) => socket.once('error', reject))
  let count = 0
  for (; performance.now() < endsAt; count++) await Promise.race([askOnce(socket, nextWords()), broken])
  socket.destroy()
  return count
}

function askOnce(socket: Socket, words: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = Number.NaN
    const read = (piece: Buffer) => {
      if (Number.isNaN(missing)) missing = lengthOf(piece)
      if (missing === wrong)
        return reject(new Error(`Not an answer to be counted:\n${piece.toString('latin1')}`))
      missing -= piece.length
      if (missing > 0) return
      socket.off('data', read)
      resolve()
    }
    socket.on('data', read)
    socket.write(words)
  })
}

const wrong = -1

/** Of the whole answer, head and body; the head comes in one piece. */
function lengthOf(piece: Buffer): number {
  const headEnds = piece.indexOf('\r\n\r\n') + 4
  const head = piece.toString('latin1', 0, headEnds)
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  return head.startsWith('HTTP/1.1 200 ') && length !== undefined ? headEnds + Number(length) : wrong
}
