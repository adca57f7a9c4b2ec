import { stored, useStored } from '#app/data/stored.ts'

/** A payment that was started on this phone. The reference opens its page, so no other phone may know it. */
type SavedPayment = { code: string; reference: string /** Where it is paid. */; address: string }

export function payPath(reference: string): string {
  return `/pay/${encodeURIComponent(reference)}`
}

const savedPaymentsStore = stored('adom_beauty_payments', readPayments)
const mostSaved = 5

/** The newest payment of each order, so that whoever closed the tab can return to it. */
export function savePayment(payment: SavedPayment): void {
  savedPaymentsStore.update((saved) => {
    const others = saved.filter(({ code }) => code !== payment.code)
    return [payment, ...others].slice(0, mostSaved)
  })
}

export function findSavedPayment(code: string, saved = savedPaymentsStore.read()): SavedPayment | null {
  return saved.find((each) => each.code === code) ?? null
}

/** The payment that this phone started for an order, or null: the server cannot know, so the first render has null. */
export function useSavedPayment(code: string): SavedPayment | null {
  return findSavedPayment(code, useStored(savedPaymentsStore) ?? [])
}

function readPayments(content: unknown): readonly SavedPayment[] {
  return Array.isArray(content) ? content.filter(isPayment) : []
}

function isPayment(entry: unknown): entry is SavedPayment {
  if (typeof entry !== 'object' || entry === null) return false
  const { code, reference, address } = entry as Record<string, unknown>
  const isAddress = typeof address === 'string' && /^(?:\/pay\/|https?:\/\/)/.test(address)
  return typeof code === 'string' && typeof reference === 'string' && isAddress
}
