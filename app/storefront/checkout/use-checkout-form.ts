import { useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { useDeliveryPlace } from '#app/cart/delivery-place.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import { type Cart, linesToOrder } from '#rules/cart.ts'
import { checkCheckout } from '#rules/checkout-fields.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import type { Pesewas } from '#rules/money.ts'
import { readRegion } from '#rules/regions.ts'
import { readCheckout } from './checkout-values.ts'
import { settleLine } from './order-conflict.ts'
import { destinationOf, useDestination } from './use-destination.ts'
import { useFees } from './use-fees.ts'
import type { OrderPlacing } from './use-place-order.ts'
import { usePrefill } from './use-prefill.ts'

const check = (values: FormData) => checkCheckout(readCheckout(values))

/** Ties the fields to the order: checks them, sends it, and takes over what the customer agrees to. */
export function useCheckoutForm(order: OrderPlacing, lines: Cart) {
  const { update } = useCart()
  const { choose } = useDeliveryPlace()
  const errors = useFormErrors(check)
  const { destination, follow } = useDestination(errors.form.ref)
  const prefill = usePrefill(errors.form.ref, follow)
  const fees = useFees()
  const [asked, setAsked] = useState(0)
  const [wasCartChanged, setCartChanged] = useState(false)
  const conflict = order.trouble && 'conflict' in order.trouble ? order.trouble.conflict : null

  const send = async (values: FormData, wanted: Cart, agreedFee?: Pesewas) => {
    setCartChanged(false)
    const filled = readCheckout(values)
    const to = destinationOf(filled)
    if (agreedFee !== undefined) fees.agree(to, agreedFee)
    const fee = agreedFee ?? fees.feeTo(to)
    const { isPlaced, mistakes } = await order.place({ form: filled, lines: wanted, fee })
    if (mistakes) errors.refuse(mistakes)
    if (!isPlaced) return
    prefill.finish(filled, values.has('remember'))
    const region = readRegion(filled.state)
    if (region) choose({ region, city: filled.city })
  }
  const submit = errors.onSubmit((values) => {
    // A second tap must not agree to anything that has just appeared: the question in the panel is answered there.
    if (conflict) setAsked((count) => count + 1)
    else void send(values, lines)
  })
  const agree = () => {
    if (!conflict || !errors.form.ref.current) return
    for (const { product } of lines) update(product.id, (line) => settleLine(line, conflict))
    if (conflict.kind === 'stock') {
      order.dismiss()
      setCartChanged(true)
      return
    }
    const values = new FormData(errors.form.ref.current)
    const mistakes = check(values)
    if (hasMistakes(mistakes)) errors.refuse(mistakes)
    else {
      const agreedFee = conflict.kind === 'prices' ? conflict.delivery?.now : undefined
      void send(values, linesToOrder(lines.map((line) => settleLine(line, conflict))), agreedFee)
    }
  }
  return {
    form: {
      ...errors.form,
      onSubmit: submit,
      onChange: (event: Parameters<typeof errors.form.onChange>[0]) => {
        errors.form.onChange(event)
        follow()
        prefill.keepDraft()
      },
    },
    field: errors.field,
    summary: errors.summary,
    destination,
    fees,
    follow,
    prefill,
    asked,
    wasCartChanged,
    agree,
  }
}
