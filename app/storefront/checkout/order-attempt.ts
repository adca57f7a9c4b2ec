import { isTrackingCode, makeTrackingCode } from '#rules/tracking-code.ts'

/** One try to order, however often it is sent: the key tells the shop that it is still the same. */
export type OrderAttempt = { key: string; trackingCode: string }

export type OrderAttempts = {
  /** A cart is about to be ordered: goes on with an attempt whose end is not known yet, or begins a new one. */
  begin(): void
  /** The attempt of this cart, as every tab that shows it sends it. */
  current(): OrderAttempt
  /** The shop has answered for good: the next try is a new order. */
  end(): void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export const attemptKey = 'adom_beauty_order_attempt'

/**
 * Kept on the phone, not in the page: when an answer was lost and the page closed, the next press of the button is
 * still the same order. So is the press in a second tab, even at the same moment or just after the first was answered:
 * both tabs hold the attempt since they opened, as what one tab stores now the other may read too late.
 */
export function openAttempts(storage: Storage | null, make: () => OrderAttempt): OrderAttempts {
  let inThisPage: OrderAttempt | null = null
  const hold = (attempt: OrderAttempt) => {
    inThisPage = attempt
    write(storage, attempt)
    return attempt
  }
  return {
    begin: () => void hold(read(storage) ?? make()),
    current: () => hold(read(storage) ?? inThisPage ?? make()),
    end() {
      inThisPage = null
      forget(storage)
    },
  }
}

export function makeAttempt(): OrderAttempt {
  return { key: randomKey(), trackingCode: makeTrackingCode(randomBelow) }
}

/** `crypto.randomUUID` is missing on pages without https, such as a shop tried out in a local network. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Numbers from the uneven end of the range are thrown again, so that every letter is equally likely. */
function randomBelow(bound: number): number {
  const even = 256 - (256 % bound)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < even) return byte % bound
  }
}

function read(storage: Storage | null): OrderAttempt | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(attemptKey) ?? 'null')
    return isAttempt(kept) ? { key: kept.key, trackingCode: kept.trackingCode } : null
  } catch {
    return null
  }
}

function isAttempt(kept: unknown): kept is OrderAttempt {
  if (typeof kept !== 'object' || kept === null) return false
  const { key, trackingCode } = kept as Record<string, unknown>
  return /^[0-9a-f]{32}$/.test(String(key)) && isTrackingCode(String(trackingCode))
}

function write(storage: Storage | null, attempt: OrderAttempt): void {
  try {
    storage?.setItem(attemptKey, JSON.stringify(attempt))
  } catch {
    // A full or forbidden storage: the attempt lasts as long as the page.
  }
}

function forget(storage: Storage | null): void {
  try {
    storage?.removeItem(attemptKey)
  } catch {
    // What could not be stored cannot be removed.
  }
}
