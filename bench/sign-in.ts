import { cpuTimeOfAll, isQuiet } from './cpu-time.ts'
import type { MeasuredShop } from './measured-shop.ts'
import { type Cost, costRow, type Row } from './table.ts'

const repeats = 3
const people = 30
const password = 'kente cloth'

/** No limit holds: a password is meant to take its time. Given for whoever plans a machine. */
export async function benchSignIn({ address, pid }: MeasuredShop): Promise<Row> {
  for (let n = 0; n < people; n++) await post(`${address}/api/auth/signup`, n)
  const measured: Cost[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    await isQuiet(pid)
    const [cpuBefore, start] = [cpuTimeOfAll(pid), performance.now()]
    for (let n = 0; n < people; n++) await post(`${address}/api/auth/signin`, n)
    measured.push({
      cpu: (cpuTimeOfAll(pid) - cpuBefore) / people,
      clock: (performance.now() - start) / people,
    })
  }
  return costRow('sign-in', measured)
}

/** Each from an address of its own, so that no limit answers instead. */
async function post(url: string, n: number): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${n}` },
    body: JSON.stringify({ email: `bench-${n}@example.com`, password }),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${said}`)
}
