import { useEffect, useState } from 'react'
import { type DiscountQuote, useDiscountQuote } from '#app/components/discount-quote.ts'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { isNumber, isText, listOf, recordOf, shapeOf } from '#app/session/draft-shape.ts'
import { useDraft, useKeepDraft } from '#app/session/use-draft.ts'
import { textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import {
  type CheckoutField,
  type CheckoutForm,
  checkCheckout,
  checkoutWireNames,
} from '#rules/checkout-fields.ts'
import {
  type DeliveryFees,
  type Destination,
  defaultDeliveryOption,
  orderTotal,
  readDeliveryOption,
} from '#rules/delivery-fee.ts'
import { normaliseDiscountCode } from '#rules/discount-texts.ts'
import { type OrderTotal, type Pesewas, toCedis } from '#rules/money.ts'
import { type FieldTexts, fieldsOf } from '../form-sheet.tsx'
import { statusFailure } from './status-changes.tsx'

export type ManualOrderLine = { id: number; name: string; price: Pesewas; stock: number; quantity: number }

/** What was entered so far, with the key under which it will be placed. */
type ManualOrderDraft = {
  fields: FieldTexts
  lines: readonly ManualOrderLine[]
  key: string
}

export const isOrderLines = listOf(
  shapeOf<ManualOrderLine>({
    id: isNumber,
    name: isText,
    price: isNumber,
    stock: isNumber,
    quantity: isNumber,
  }),
)

export const isManualOrderDraft = shapeOf<ManualOrderDraft>({
  fields: recordOf(isText),
  lines: isOrderLines,
  key: isText,
})

/** The fields of this form carry the names that the order has on its way to the shop. */
export function manualOrderMistakes(
  values: FormData,
  lines: readonly ManualOrderLine[],
): Record<string, string> {
  const mistakes = checkCheckout(readForm(values))
  const named = Object.entries(mistakes).map(([field, text]) => [
    checkoutWireNames[field as CheckoutField],
    text,
  ])
  return {
    ...(lines.length === 0 && { product: 'Please add at least one product' }),
    ...Object.fromEntries(named),
  }
}

export function manualOrderTotal(
  values: FormData,
  lines: readonly ManualOrderLine[],
  fees: DeliveryFees,
): OrderTotal {
  return orderTotal(lines, destinationOf(values), fees)
}

function destinationOf(values: FormData): Destination {
  const { deliveryOption, state: region, city } = readForm(values)
  return { option: readDeliveryOption(deliveryOption) ?? defaultDeliveryOption, region, city }
}

/** What the shop says that discounts take off. */
type Quoted = Pick<DiscountQuote, 'total' | 'refused' | 'isKnown'>

/**
 * The amounts are sent too: the order must cost what the customer heard on the phone. A code of which the shop has said that it
 * does not hold stays behind. One that could not be asked about goes along, and the shop decides.
 */
export function manualOrderRequest(
  values: FormData,
  lines: readonly ManualOrderLine[],
  fees: DeliveryFees,
  discounts: Quoted,
) {
  const form = readForm(values)
  const { subtotal, deliveryFee } = manualOrderTotal(values, lines, fees)
  const code = normaliseDiscountCode(textIn(values, 'discount_code'))
  const isRefused = discounts.isKnown && discounts.refused !== null
  return {
    source: textIn(values, 'source'),
    note: textIn(values, 'note'),
    customer_name: form.fullName,
    customer_email: form.email || null,
    customer_phone: form.phone,
    // Hidden where the customer collects it.
    ...(form.deliveryOption !== 'pickup' && {
      address: form.address,
      city: form.city,
      state: form.state,
      zip: form.zipCode,
      ...(form.deliverOn && {
        deliver_on: form.deliverOn,
        deliver_slot: textIn(values, 'deliver_slot') || undefined,
      }),
    }),
    delivery_option: form.deliveryOption,
    order_total: toCedis(subtotal),
    delivery_fee: toCedis(deliveryFee),
    ...(code !== '' && !isRefused && { discount_code: code }),
    ...(discounts.isKnown && { discount_total: toCedis(discounts.total) }),
    items: lines.map(({ id, quantity, price }) => ({
      product_id: id,
      quantity,
      price_per_item: toCedis(price),
    })),
  }
}

function readForm(values: FormData): CheckoutForm {
  const form = Object.entries(checkoutWireNames).map(([field, name]) => [field, textIn(values, name)])
  return { ...(Object.fromEntries(form) as CheckoutForm), paymentMethod: 'whatsapp' }
}

/** The name under which a manual order waits for a new sign-in. */
export const manualOrderDraftName = 'taken-order'

/** What is on the order so far, what it comes to, and how it is sent. */
export function useManualOrder(onPlaced: (order: PlacedOrderResponse, isAtCounter: boolean) => void) {
  const { deliveryFees } = useShopFacts()
  const { submit, isBusy, failure } = useSubmit()
  const { draft, kept } = useDraft(manualOrderDraftName, isManualOrderDraft)
  const [lines, storeLines] = useState<readonly ManualOrderLine[]>(kept?.lines ?? [])
  const [fields, setFields] = useState<FieldTexts | null>(kept?.fields ?? null)
  const [total, setTotal] = useState<OrderTotal | null>(null)
  const [destination, setDestination] = useState<Destination | null>(null)
  // As it was when the field was left: half of a code would count as a guess.
  const [code, setCode] = useState(normaliseDiscountCode(kept?.fields.discount_code ?? ''))
  const isKnown = destination?.option !== 'delivery_service' || (destination.region && destination.city)
  const discounts = useDiscountQuote({ lines, destination: isKnown ? destination : null, code })
  const [region, setRegion] = useState('')
  // One key for this order, however often a weak network repeats it.
  const [key] = useState(() => kept?.key ?? crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const errors = useFormErrors((values) => manualOrderMistakes(values, lines))

  /** After every change: what it costs now, and which towns to offer. */
  const update = (chosen = lines) => {
    if (!errors.form.ref.current) return
    const values = new FormData(errors.form.ref.current)
    setFields(fieldsOf(values))
    setRegion(String(values.get('state') ?? ''))
    setDestination(destinationOf(values))
    setTotal(chosen.length === 0 ? null : manualOrderTotal(values, chosen, deliveryFees))
  }
  useKeepDraft(draft, fields && { fields, lines, key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a restored draft is calculated once at the beginning.
  useEffect(() => {
    if (kept) update()
  }, [])
  const send = (values: FormData) => {
    const onFailure = (problem: ApiProblem) => statusFailure(problem).description
    return submit({ refuse: errors.refuse, onFailure }, async () => {
      const body = manualOrderRequest(values, lines, deliveryFees, discounts)
      const order = await api.post<PlacedOrderResponse>('/api/orders/manual', { body, idempotencyKey: key })
      const isAtCounter = body.source === 'counter'
      onPlaced(order, isAtCounter)
      // The next dialog says so.
      return isAtCounter ? undefined : { title: `Order ${order.tracking_code} is taken` }
    })
  }
  return {
    ...errors,
    /** What was typed before a sign-in ran out. */
    kept: kept?.fields ?? null,
    lines,
    total: total && { ...total, total: total.total - discounts.total },
    discounts,
    applyCode: (typed: string) => setCode(normaliseDiscountCode(typed)),
    region,
    isCollected: destination?.option === 'pickup',
    failure,
    isBusy,
    update,
    send,
    setLines: (chosen: readonly ManualOrderLine[]) => {
      storeLines(chosen)
      update(chosen)
    },
    submit: () => errors.form.ref.current?.requestSubmit(),
  }
}
