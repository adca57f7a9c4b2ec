import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuTime } from './cpu-time.ts'
import { hammer } from './hammer.ts'
import { compared, type Repeat, type Row } from './table.ts'

const headers = { 'accept-encoding': 'br, gzip', accept: '*/*' }
const load = { connections: 16, milliseconds: 1_500 }
const repeats = 3

type Server = { address: string; pid: number }

/** The shop's answer beside a bare server that sends the same bytes. Compared by processor time, which a busy machine blurs least. */
export async function besideBareServer(
  shop: Server,
  { what, path, atLeast }: { what: string; path: string; atLeast: number },
): Promise<Row> {
  const bare = await openBareServer(shop, path)
  try {
    await measure(shop, path)
    await measure(bare, path)
    const measured: Repeat[] = []
    for (let n = 0; n < repeats; n++) {
      const ours = await measure(shop, path)
      const theirs = await measure(bare, path)
      const beside = `${ours.cpu.toFixed(3)} ms of processor each vs ${theirs.cpu.toFixed(3)}; ${Math.round(ours.perSecond)} a second vs ${Math.round(theirs.perSecond)}`
      measured.push({ ratio: theirs.cpu / ours.cpu, beside })
    }
    return { what, limit: { atLeast }, ...compared(measured) }
  } finally {
    bare.close()
  }
}

async function measure({ address, pid }: Server, path: string) {
  const [cpuBefore, start] = [cpuTime(pid), performance.now()]
  const count = await hammer(address, { path, headers }, load)
  return {
    cpu: (cpuTime(pid) - cpuBefore) / count,
    perSecond: (count / (performance.now() - start)) * 1000,
  }
}

async function openBareServer(shop: Server, path: string): Promise<Server & { close(): void }> {
  const { body, sent } = await readPacked(shop.address + path)
  const child = fork(new URL('./bare-server.ts', import.meta.url))
  child.send({ headers: sent, body: body.toString('base64') })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, close: () => child.kill() }
}

/** As it was sent: `fetch` would unpack it. */
async function readPacked(address: string): Promise<{ body: Buffer; sent: Record<string, unknown> }> {
  const [answer] = await once(get(address, { headers }), 'response')
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  const { date: _, connection: __, 'keep-alive': ___, ...sent } = answer.headers
  return { body: Buffer.concat(pieces), sent }
}
