import { createContext } from 'react-router'
import type { MeasuringTags } from '#rules/measuring.ts'
import { type PaymentMethod, paymentMethods } from '#rules/payment-states.ts'
import type { Shop } from '#server/shop.ts'

/** The facade, as loaders on the server reach it: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/**
 * One visit to a page: its name in the log, where it comes from, where its errors are reported, and the mark by which the
 * server knows the scripts that the page itself has written.
 */
export type PageRequest = {
  id: string
  address: string
  nonce: string
  report(error: unknown): void
  /** Set by the root of every page where somebody may measure the shop. */
  measuring?: MeasuringTags
  /** Where the browser was going when the shop was closed. */
  closedFor?: string | undefined
  /** The page itself, once it is rendered: as the body of a response it would become bytes and then text again. */
  html?: string
}

export const pageRequestContext = createContext<PageRequest>()

/** One part of a page: what it was asked for, or the fact that it could not be had. */
export type Section<Value> = { ok: true; value: Value } | { ok: false }

/** Lets one part of a page fail alone: the trouble is reported and the rest of the page stays. */
export async function section<Value>(
  asked: PromiseLike<Value>,
  report: (error: unknown) => void,
): Promise<Section<Value>> {
  try {
    return { ok: true, value: await asked }
  } catch (error) {
    report(error)
    return { ok: false }
  }
}

/** The ways to pay that the owner has switched on and that work today. */
export async function listOfferedPayments({
  payments,
  settings,
}: Pick<Shop, 'payments' | 'settings'>): Promise<PaymentMethod[]> {
  const { paymentMethods: isOn } = await settings.read()
  return paymentMethods.filter((method) => isOn[method] && (method !== 'mtn_momo' || payments.isOffered))
}
