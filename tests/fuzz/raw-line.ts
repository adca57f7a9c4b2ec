import { connect } from 'node:net'

/** Says bytes over a line of its own and gives what came back until the line was closed. */
export function say(port: number, bytes: Uint8Array, mostMs = 60_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    const end = (failure?: Error) => {
      clearTimeout(timer)
      line.destroy()
      if (failure) reject(failure)
      else resolve(Buffer.concat(pieces).toString('latin1'))
    }
    const timer = setTimeout(() => end(new Error(`the line was not closed for ${mostMs} ms`)), mostMs)
    line.on('data', (piece) => pieces.push(piece))
    // The shop may hang up before all has been said; what it said itself still counts.
    line.once('error', () => end())
    line.once('close', () => end())
    line.end(bytes)
  })
}
