import { connect } from 'node:net'
import type { Random } from '#server/platform/context.ts'
import { type Attack, inHands, openTally } from './part.ts'

const json = '{"email":"ama@example.com"}'

const post = (headers: string, body: string) =>
  `POST /api/newsletter HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`

/** Requests that are wrong in a way that has a name. */
const named = [
  get('/shop'),
  post(`Content-Length: ${json.length}`, json),
  post('Transfer-Encoding: chunked', `1b\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: chunked', `zz\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: chunked', `-1\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: chunked', `1b;${'x'.repeat(30_000)}\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: chunked\r\nContent-Length: 4', `1b\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: identity, chunked', `1b\r\n${json}\r\n0\r\n\r\n`),
  post('Transfer-Encoding: xchunked', json),
  post('Transfer-Encoding : chunked', `1b\r\n${json}\r\n0\r\n\r\n`),
  post('Content-Length: 5\r\nContent-Length: 27', json),
  post('Content-Length: 27, 27', json),
  post('Content-Length: -1', json),
  post('Content-Length: +27', json),
  post('Content-Length: 0x1b', json),
  post('Content-Length: 99999999999999999999', json),
  post('Content-Length: 4000', json),
  post('Content-Length: 3', json),
  post('Expect: 100-continue\r\nContent-Length: 27', json),
  post('Expect: something-else\r\nContent-Length: 27', json),
  post('Content-Encoding: gzip\r\nContent-Length: 27', json),
  get('/shop').replaceAll('\r\n', '\n'),
  get('/shop').replaceAll('\r\n', '\r'),
  get('/healthz', ' folded: yes\r\n'),
  get('/healthz', 'X-Nul: a\0b\r\n'),
  get('/healthz', 'X-High: \xff\xfe\x80\r\n'),
  get('/healthz', `X-Long: ${'x'.repeat(100_000)}\r\n`),
  get('/healthz', 'X: y\r\n'.repeat(3_000)),
  get('/healthz', 'Bad Name: y\r\n'),
  get('/healthz', 'Host: other.example\r\n'),
  get('/healthz', ': no name\r\n'),
  get('/healthz', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'),
  get('/healthz', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhl\r\n'),
  get('/healthz').repeat(200),
  get('/shop').repeat(30) + post('Content-Length: 27', json),
  get(`/${'a'.repeat(15_000)}`),
  get(`/${'a'.repeat(100_000)}`),
  get(`/shop?${'q=1&'.repeat(3_000)}`),
  get('/%00'),
  get('/%ff%fe'),
  get('/%'),
  get('/%u0041'),
  get('/\xff\xfe'),
  get('/a\0b'),
  get('/..%2f..%2f..%2fetc%2fpasswd'),
  get('/../../../../etc/passwd'),
  get('/media/..%2f..%2fdemo-accounts.json'),
  get('/media/%2e%2e/%2e%2e/demo-accounts.json'),
  get('/assets/..%5c..%5cpackage.json'),
  get('//evil.example/shop'),
  get('/\\evil.example'),
  get('http://evil.example/shop'),
  get('*'),
  get(''),
  'GET /shop\r\n\r\n',
  'GET /shop HTTP/0.9\r\n\r\n',
  'GET /shop HTTP/1.0\r\n\r\n',
  'GET /shop HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /shop HTTP/1.1\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: shop.example\r\nX-Secret: 1\r\n\r\n',
  'BREW /shop HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  'get /shop HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  '\0'.repeat(5_000),
  '',
]

/** Damages a request in one to four places, at random. */
function damage(request: string, dice: Random): Buffer {
  let bytes = Buffer.from(request, 'latin1')
  for (let times = dice.below(4); times >= 0; times--) {
    const at = dice.below(bytes.length + 1)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const strange = Buffer.from([dice.below(256)])
    const way = dice.below(6)
    if (way === 0) bytes = Buffer.concat([before, strange, after])
    if (way === 1) bytes = Buffer.concat([before, strange, after.subarray(1)])
    if (way === 2) bytes = Buffer.concat([before, after.subarray(1 + dice.below(20))])
    if (way === 3) bytes = Buffer.from(before)
    if (way === 4) bytes = Buffer.concat([before, after.subarray(0, 1 + dice.below(200)), after])
    if (way === 5) bytes = Buffer.concat([before, Buffer.from('\r\n'), after])
  }
  return bytes
}

/** Each named wrong request as it is, and `size` damaged ones; after each, somebody else asks in the usual way. */
export const rawBytes: Attack = async (target, size, dice) => {
  const tally = openTally()
  const damaged = Array.from({ length: size }, () => damage(named[dice.below(named.length)] ?? '', dice))
  const all = [...named.map((request) => Buffer.from(request, 'latin1')), ...damaged]
  await inHands(8, all, async (bytes) => {
    const what = JSON.stringify(bytes.subarray(0, 300).toString('latin1'))
    const heard = await say(target.port, bytes).catch((error) => void tally.fail(`${what} → ${error}`))
    const next = await target
      .ask('GET', '/healthz')
      .catch((error) => void tally.fail(`after ${what}: ${error}`))
    tally.count(`the call after ${what.slice(0, 30)}`, next?.ms ?? 0)
    if (next && next.status !== 200) tally.fail(`after ${what}: ${next.status}`)
    const bad = heard?.match(/^HTTP\/1\.1 5\d\d/m) ?? heard?.match(/root:x:0|"password":/)
    // A method that nobody has heard of, and an expectation that nobody can meet, have answers of their own.
    if (bad) tally.fail(`${what} → ${bad[0]}`)
  })
  return tally.outcome(`; ${tally.percentWithin(100)} of 100 next calls within 100 ms`)
}

/** Says bytes over a line of its own and gives what came back until the line was closed. */
function say(port: number, bytes: Uint8Array, mostMs = 60_000): Promise<string> {
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
