import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, openTally } from './part.ts'
import type { Target } from './target.ts'

const beginnings = [
  'GET /shop HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ',
  'POST /api/newsletter HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":"',
]

/** After so long nobody who drips has a line any more, unless the machine is busy with something else. */
const mostSeconds = 20
const patienceSeconds = 100

/** Where every test runs at once, time says nothing. */
const isTimed = (size: number) => size >= 300

/** `size` lines on which headers drip, and as many on which bodies do, while somebody else looks at the shop. */
export const slowLines: Attack = async (target, size) => {
  const tally = openTally()
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let open = 0
  let last = 0
  const drip = async (beginning: string) => {
    open++
    const line = connect(target.port, '127.0.0.1')
    line.on('error', () => undefined).resume()
    const closed = new Promise((resolve) => line.once('close', resolve))
    line.write(beginning)
    const drops = setInterval(() => line.write('x'), 500)
    const isClosed = await Promise.race([
      closed.then(() => true),
      wait(patienceSeconds * 1000, false, { ref: false }),
    ])
    clearInterval(drops)
    line.destroy()
    open--
    last = Math.max(last, seconds())
    tally.count('a line that drips')
    if (!isClosed) tally.fail(`a line that drips was open for ${patienceSeconds} s`)
  }
  const dripping = Promise.all(Array.from({ length: size * 2 }, (_, n) => drip(beginnings[n % 2] ?? '')))
  let looks = 0
  for (; open > 0; looks++) {
    await look(target, tally.count, tally.fail)
    await wait(50)
  }
  await dripping
  if (isTimed(size) && last > mostSeconds) tally.fail(`the last line was closed after ${last.toFixed(0)} s`)
  return tally.outcome(`; ${looks} visits meanwhile; last line closed after ${last.toFixed(0)} s`)
}

async function look(
  { ask }: Target,
  count: (what: string, ms: number) => void,
  fail: (what: string) => void,
) {
  const { status, ms } = await ask('GET', '/shop')
  count('a visit to the shop meanwhile', ms)
  if (status !== 200) fail(`a visit meanwhile → ${status}`)
}
