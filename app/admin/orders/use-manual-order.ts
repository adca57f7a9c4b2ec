import { useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useDraft, useKeepDraft } from '#app/session/use-draft.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { OrderTotal } from '#rules/money.ts'
import {
  fieldsOf,
  isManualOrderDraft,
  type ManualOrderLine,
  manualOrderMistakes,
  manualOrderRequest,
  manualOrderTotal,
} from './manual-order.ts'
import { statusTrouble } from './status-trouble.ts'

/** The name under which an order that is being taken down waits for a new sign-in. */
export const manualOrderDraftName = 'taken-order'

/** What is on the order so far, what it comes to, and how it is sent. */
export function useManualOrder(onPlaced: (order: PlacedOrderResponse) => void) {
  const { deliveryFees } = useShopFacts()
  const { show } = useToasts()
  const { draft, kept } = useDraft(manualOrderDraftName, isManualOrderDraft)
  const [lines, setLines] = useState<readonly ManualOrderLine[]>(kept?.lines ?? [])
  const [fields, setFields] = useState<Record<string, string> | null>(kept?.fields ?? null)
  const [total, setTotal] = useState<OrderTotal | null>(null)
  const [region, setRegion] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // One key for this order, however often a weak network repeats it.
  const [key] = useState(() => kept?.key ?? crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const errors = useFormErrors((values) => manualOrderMistakes(values, lines))

  /** After every change: what it costs now, and which towns to offer. */
  const follow = (chosen = lines) => {
    if (!errors.form.ref.current) return
    const values = new FormData(errors.form.ref.current)
    setFields(fieldsOf(values))
    setRegion(String(values.get('state') ?? ''))
    setTotal(chosen.length === 0 ? null : manualOrderTotal(values, chosen, deliveryFees))
  }
  useKeepDraft(draft, fields && { fields, lines, key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept is reckoned once at the beginning.
  useEffect(() => {
    if (kept) follow()
  }, [])
  const send = async (values: FormData) => {
    setBusy(true)
    setTrouble(null)
    try {
      const body = manualOrderRequest(values, lines, deliveryFees)
      const order = await api.post<PlacedOrderResponse>('/api/orders/manual', { body, idempotencyKey: key })
      show({ title: `Order ${order.tracking_code} is taken`, tone: 'success' })
      onPlaced(order)
    } catch (error) {
      if (isApiProblem(error) && Object.keys(error.fields).length > 0) errors.refuse(error.fields)
      setTrouble(statusTrouble(error).description)
    } finally {
      setBusy(false)
    }
  }
  return {
    ...errors,
    /** What was typed before a sign-in ran out. */
    kept: kept?.fields ?? null,
    lines,
    total,
    region,
    trouble,
    isBusy,
    follow,
    send,
    putLines: (chosen: readonly ManualOrderLine[]) => {
      setLines(chosen)
      follow(chosen)
    },
    submit: () => errors.form.ref.current?.requestSubmit(),
  }
}
