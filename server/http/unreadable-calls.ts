import type { Socket } from 'node:net'
import { refusals } from '#contract/refusals.ts'

const answers = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'invalid_input' },
} as const

const unreadable = { line: '400 Bad Request', code: 'invalid_input' } as const

type Unreadable = Error & { code?: string; rawPacket?: unknown }

/** Whoever speaks no HTTP never reaches a route, and hears in our own words that we did not understand. */
export function answerUnreadable(error: Unreadable, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const known = Object.entries(answers).find(([code]) => code === error.code)
  const { line, code } = known?.[1] ?? unreadable
  const body = JSON.stringify({ error: refusals[code].text, code })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${asksForHead(error) ? '' : body}`,
    )
  }
  socket.destroySoon()
}

/** An answer to HEAD has no body, not even where the rest of the call could not be read. */
function asksForHead({ rawPacket }: Unreadable): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
}
