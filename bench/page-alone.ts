import { setImmediate as nextTurn } from 'node:timers/promises'
import { loadBuiltPages } from '../server/http/pages.ts'
import type { Shop } from '../server/shop.ts'

const milliseconds = 1_500

/** Milliseconds of processor that React and its router need for a page, when all that it asks the shop for is there already. */
export async function renderAlone(shop: Shop, url: string): Promise<number> {
  const { render } = await loadBuiltPages()
  const answered = remembering(shop)
  const renderOnce = async () => {
    const report = (error: unknown) => {
      throw error
    }
    const visit: Parameters<typeof render>[2] = { id: 'bench', address: '127.0.0.1', nonce: 'bench', report }
    await render(new Request(url), answered, visit)
    if (visit.html === undefined) throw new Error(`${url} was not rendered`)
    // As between two requests: until then V8 keeps what weak references lead to, and would look through ever more of it.
    await nextTurn()
  }
  for (let n = 0; n < 50; n++) await renderOnce()
  const [before, start] = [process.cpuUsage(), performance.now()]
  let count = 0
  for (; performance.now() - start < milliseconds; count++) await renderOnce()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

/** The same shop, which gives to the same question the same answer again without asking its database. */
function remembering<Part extends object>(part: Part): Part {
  const known = new Map<string, unknown>()
  const remember = (key: string, find: () => unknown) => {
    if (!known.has(key)) known.set(key, find())
    return known.get(key)
  }
  return new Proxy(part, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value === 'function')
        return (...input: unknown[]) =>
          remember(`${String(name)} ${JSON.stringify(input)}`, () => value.apply(target, input))
      if (typeof value === 'object' && value !== null)
        return remember(String(name), () => remembering(value as object))
      return value
    },
  })
}
