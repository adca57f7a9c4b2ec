import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import type { Random } from '#server/platform/context.ts'
import { writableForms } from '#server/testing/access-table-fields.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally, type Tally } from './part.ts'
import type { Role, Target } from './target.ts'

const field = (name: string, value: string) => `${disposition(`name="${name}"`)}${value}\r\n`
const file = (name: string, fileName: string, bytes = 'x') =>
  `${disposition(`name="${name}"; filename="${fileName}"`)}${bytes}\r\n`

type Form = { type?: string; body: string }

/** Forms that no browser sends. */
function wrongForms(): Form[] {
  const city = field('city', 'Tema')
  const border = (words: string) => ({ type: `multipart/form-data; boundary=${words}` })
  const fileNames = [
    '../../x.jpg',
    '..\\..\\x.jpg',
    'C:\\x.jpg',
    '/etc/passwd',
    'a'.repeat(4_000),
    'a\0.jpg',
    '\u202egpj.exe',
    'con',
    '.htaccess',
    '%2e%2e%2fx',
    'x.jpg\r\nX-Injected: 1',
    '',
  ]
  const names = ['__proto__', 'constructor', 'toString', 'a[b][c]', 'a'.repeat(4_000), '', '\0', 'city\r\n']
  return [
    { body: city },
    { body: `${city}--` },
    { body: city.slice(0, 30) },
    { body: '' },
    { body: end },
    { body: '--x' },
    { body: '--x\r\n\r\n--x--' },
    { body: '\r\n'.repeat(20_000) },
    { body: 'nothing like a form' },
    { type: 'multipart/form-data', body: city + end },
    { ...border(''), body: city + end },
    { ...border('"x'), body: city + end },
    { ...border('x; boundary=y'), body: city + end },
    { ...border('b'.repeat(252)), body: city.replaceAll('--x', `--${'b'.repeat(252)}`) },
    { ...border('b'.repeat(5_000)), body: city.replaceAll('--x', `--${'b'.repeat(5_000)}`) },
    { type: 'multipart/mixed; boundary=x', body: city + end },
    { type: 'multipart/form-data; boundary=x; charset=utf-7', body: city + end },
    { body: city.repeat(10_000) + end },
    { body: file('avatar', 'a.jpg').repeat(10_000) + end },
    { body: '--x\r\n\r\n\r\n'.repeat(10_000) + end },
    { body: field('city', 'x'.repeat(256 * 1024 + 1)) + end },
    { body: field('city', '\0') + end },
    { body: field('city', '\xff\xfe') + end },
    { body: `--x\r\nX-Header: ${'h'.repeat(90_000)}\r\n${city.slice(5)}${end}` },
    { body: `--x\r\n${'X-H: 1\r\n'.repeat(5_000)}${city.slice(5)}${end}` },
    { body: `--x\r\nContent-Transfer-Encoding: base64\r\n${city.slice(5)}${end}` },
    { body: `--x\r\nContent-Type: application/json\r\n${city.slice(5)}${end}` },
    ...names.map((name) => ({ body: field(name, '1') + end })),
    ...names.map((name) => ({ body: file(name, 'a.jpg') + end })),
    ...fileNames.map((name) => ({ body: file('avatar', name) + end })),
    ...fileNames.map((name) => ({ body: file('image', name) + end })),
  ]
}

/** Who may send which form; all others are for admins. */
const senders: Record<string, Role> = {
  'PUT /api/profile': 'customer',
  'POST /api/orders/{id}/proofs': 'driver',
  'POST /api/reviews': 'customer',
}

/** Up to `size` wrong forms for each route that takes files, the same number broken off, and one without end. */
export const brokenForms: Attack = async (target, size, dice) => {
  const tally = openTally()
  const before = await target.listFiles()
  const calls = Object.keys(writableForms).flatMap((route) =>
    wrongForms()
      .filter((_, __, { length }) => size >= length || dice.below(length) < size)
      .map((form) => ({ route, role: senders[route] ?? 'admin', form })),
  )
  await inHands(6, calls, async ({ route, role, form }, pocket) => {
    const token = pocket.get(role) ?? (await target.newPerson(role))
    pocket.set(role, token)
    const [method = '', path = ''] = route.replace('{id}', '1').split(' ')
    const { type = 'multipart/form-data; boundary=x', body } = form
    const what = `${route} ${type.slice(0, 60)} ${body.length} bytes ${JSON.stringify(body.slice(0, 90))}`
    const question = { token, headers: { 'content-type': type }, body: Buffer.from(body, 'latin1') }
    const answer = await target
      .ask(method, path, question)
      .catch((error) => void tally.fail(`${what} → ${error}`))
    if (!answer) return
    tally.count(what, answer.ms)
    const fault = faultOf(answer)
    if (fault !== null) tally.fail(`${what} → ${fault}`)
  })
  await breakOff(target, Math.min(size, 50), dice, tally)
  const note = await endless(target, size >= 50 ? 2_048 : 200, tally)
  const left = (await target.listFiles()).filter((file) => !before.includes(file))
  if (left.length > 0) tally.fail(`left behind: ${left.slice(0, 5).join(', ')}`)
  return tally.outcome(`; ${note}; ${left.length} files left behind`)
}

const border = 'between-the-fields-of-an-attack'

/** A form with files in the bytes that a browser would send. What is no text is sent as one. */
export function writeForm(
  texts: object,
  files: Record<string, Uint8Array | undefined>,
): { headers: Record<string, string>; body: Buffer } {
  const part = (rest: string, value: string | Uint8Array) => [
    Buffer.from(`--${border}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]
  const body = Buffer.concat([
    ...Object.entries(texts).flatMap(([name, value]) => part(`name="${name}"`, asText(value))),
    ...Object.entries(files).flatMap(([name, bytes]) =>
      bytes ? part(`name="${name}"; filename="a.png"`, bytes) : [],
    ),
    Buffer.from(`--${border}--\r\n`),
  ])
  return { headers: { 'content-type': `multipart/form-data; boundary=${border}` }, body }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** How a part of a form begins, and the form ends. */
const disposition = (rest: string) => `--x\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`
const end = '--x--\r\n'

const head = (token: string, rest: string) =>
  `PUT /api/profile HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: multipart/form-data; boundary=x\r\n${rest}\r\n\r\n`

/** Hangs up in the middle of a photo, each time at another place. */
async function breakOff(target: Target, times: number, dice: Random, tally: Tally): Promise<void> {
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
async function endless(target: Target, megabytes: number, tally: Tally): Promise<string> {
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
