import { writableForms } from '#server/http/access-table-forms.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally } from './part.ts'
import type { Role } from './people.ts'
import { breakOff, disposition, end, endless } from './unfinished-forms.ts'

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
