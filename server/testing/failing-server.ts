import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'

export type FailingServer = {
  url: string
  /** From now on nobody answers, not even with a refusal of its own. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

/** A server whose port stays the same when it goes down and comes back. */
export async function openFailingServer(listener: RequestListener, port = 0): Promise<FailingServer> {
  const lines = new Set<Socket>()
  const open = async (wanted: number) => {
    const server = createServer(listener)
    server.on('connection', (line) => lines.add(line.once('close', () => lines.delete(line))))
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await open(port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async goDown() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const line of lines) line.destroy()
      await closed
    },
    async comeBack() {
      if (!server.listening) server = await open(address.port)
    },
  }
}
