import type { ShownProduct } from '#app/components/shown-product.tsx'
import { api } from '#app/data/api.ts'

const shown = 4
/** Some of them may have left the shop. */
const asked = 8

/** With today's names and prices. Given only while the end of the page is out of sight, so that nothing on the screen moves. */
export async function findRecent(
  ids: readonly number[],
  end: Element,
  signal: AbortSignal,
): Promise<ShownProduct[]> {
  const query = ids.slice(0, asked).join(',')
  const found = await api.get<ShownProduct[]>(`/wishlist/products?ids=${query}`, { signal })
  await untilBelow(end, signal)
  return found.slice(0, shown)
}

function untilBelow(end: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some(isBelow)) return
      watching.disconnect()
      resolve()
    })
    signal.addEventListener('abort', () => {
      watching.disconnect()
      reject(signal.reason)
    })
    watching.observe(end)
  })
}

function isBelow({ boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  return rootBounds !== null && boundingClientRect.top >= rootBounds.bottom
}
