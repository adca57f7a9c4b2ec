import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { findFreePort } from './shop-process.ts'

export type Question = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type FakeResponse = {
  status: number
  body?: object | string
  /** Real milliseconds before the answer; for slow networks. */
  afterMs?: number
  /** The answer waits for this. */
  until?: Promise<unknown>
  /** `cut`: the line breaks before the answer. `half`: in the middle of it. */
  line?: 'cut' | 'half'
}

/** A server on this machine that answers in the place of a gateway. */
export function openFakeServer(
  answer: (question: Question) => FakeResponse,
  port?: number,
): Promise<FailingServer> {
  return openFailingServer(async (request, response) => {
    send(response, answer(await read(request)))
  }, port)
}

async function read(request: IncomingMessage): Promise<Question> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: Buffer.concat(pieces).toString('utf8') }
}

function send(response: ServerResponse, answer: FakeResponse): void {
  const { status, body = '', afterMs = 0, until, line } = answer
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  const go = () => {
    if (line === 'cut') return response.destroy()
    response.writeHead(status, {
      'content-type': type,
      // A line that is kept open would hide from the caller that the server has gone.
      connection: 'close',
      'content-length': Buffer.byteLength(text) + (line ? 1 : 0),
    })
    if (line === 'half') response.write(text, () => response.destroy())
    else response.end(text)
  }
  if (until) void until.then(go)
  else if (afterMs > 0) setTimeout(go, afterMs)
  else go()
}

type PlannedAnswers<Answer> = {
  /** The next question of this kind, or about this payment, gets this answer. */
  plan(call: string, answer: Answer, reference?: string): void
  take(call: string, question: Question): Answer | null
}

export function planAnswers<Answer>(): PlannedAnswers<Answer> {
  const planned: { call: string; answer: Answer; reference: string }[] = []
  return {
    plan: (call, answer, reference = '') => void planned.push({ call, answer, reference }),
    take(call, { path }) {
      const n = planned.findIndex((each) => each.call === call && path.endsWith(each.reference))
      return n < 0 ? null : (planned.splice(n, 1)[0]?.answer ?? null)
    },
  }
}

export type FailingServer = {
  url: string
  /** From now on nobody answers, not even with a refusal of its own. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

/** A server whose port stays the same when it goes down and comes back. */
export async function openFailingServer(listener: RequestListener, wanted?: number): Promise<FailingServer> {
  const port = wanted ?? (await findFreePort())
  const lines = new Set<Socket>()
  const open = async () => {
    const server = createServer(listener)
    server.on('connection', (line) => lines.add(line.once('close', () => lines.delete(line))))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await open()
  return {
    url: `http://127.0.0.1:${port}`,
    async goDown() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const line of lines) line.destroy()
      await closed
    },
    async comeBack() {
      if (!server.listening) server = await open()
    },
  }
}
