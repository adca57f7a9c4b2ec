import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import type { Random } from '#server/platform/context.ts'
import type { Tally } from './part.ts'
import type { Target } from './target.ts'

/** How a part of a form begins, and the form ends. */
export const disposition = (rest: string) => `--x\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`
export const end = '--x--\r\n'

const head = (token: string, rest: string) =>
  `PUT /api/profile HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: multipart/form-data; boundary=x\r\n${rest}\r\n\r\n`

/** Hangs up in the middle of a photo, each time at another place. */
export async function breakOff(target: Target, times: number, dice: Random, tally: Tally): Promise<void> {
  const token = await target.newPerson('customer')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#963', noise } })
    .jpeg()
    .toBuffer()
  const start = Buffer.from(disposition('name="avatar"; filename="a.jpg"'))
  const form = Buffer.concat([start, photo, Buffer.from(`\r\n${end}`)])
  for (let time = 0; time < times; time++) {
    const line = connect(target.port, '127.0.0.1')
    await once(line, 'connect')
    line.on('error', () => undefined)
    const closed = new Promise((resolve) => line.once('close', resolve))
    line.write(head(token, `Content-Length: ${form.length}`))
    line.write(form.subarray(0, dice.below(form.length)), () => line.destroy())
    await closed
    const { ms, status } = await target.ask('GET', '/healthz')
    tally.count('the call after a form that broke off', ms)
    if (status !== 200) tally.fail(`after a form that broke off: ${status}`)
  }
}

/** A photo that never ends. It must be refused, and must not lie in memory meanwhile. */
export async function endless(target: Target, megabytes: number, tally: Tally): Promise<string> {
  const token = await target.newPerson('customer')
  const line = connect(target.port, '127.0.0.1')
  let heard = ''
  let isOpen = true
  line.on('data', (piece) => {
    heard += piece.toString('latin1')
  })
  line.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => line.once('close', resolve)).then(() => {
    isOpen = false
  })
  await once(line, 'connect')
  line.write(head(token, 'Transfer-Encoding: chunked'))
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')])
  const opening = disposition('name="avatar"; filename="a.jpg"')
  line.write(`${opening.length.toString(16)}\r\n${opening}\r\n`)
  const before = await target.memoryMb()
  let highest = before
  let sent = 0
  for (; sent < megabytes && isOpen; sent++) {
    if (!line.write(chunk)) await Promise.race([new Promise((go) => line.once('drain', go)), closed])
    if (sent % 16 === 0) highest = Math.max(highest, await target.memoryMb())
  }
  if (isOpen) line.end(`9\r\n\r\n${end}\r\n0\r\n\r\n`)
  await closed
  tally.count('a photo without end')
  const answer = /^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'hung up'
  if (answer !== '413') tally.fail(`a photo of ${sent} MB → ${answer}`)
  if (highest - before > 150) tally.fail(`a photo of ${sent} MB took ${highest - before} MB of memory`)
  return `${sent} MB photo: ${answer}, +${highest - before} MB`
}
