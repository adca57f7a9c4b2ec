import { type RefObject, useCallback, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { deliveryPlaceStore } from '#app/cart/delivery-place.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { type Cart, cartTotal, linesToOrder } from '#rules/cart.ts'
import { type CheckoutForm, checkCheckout } from '#rules/checkout-fields.ts'
import {
  type Destination,
  defaultDeliveryOption,
  deliveryFee,
  deliveryFeeReason,
  isSamePlace,
  readDeliveryOption,
  readRegion,
} from '#rules/delivery-fee.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { suggestTowns } from '#rules/towns.ts'
import { discountCodeStore, type OrderedDiscount, toOrdered, useDiscounts } from '../discounts/discounts.tsx'
import { knownDestination, readCheckout } from './checkout-values.ts'
import { usePrefill } from './prefill.ts'
import { type OrderConflict, settleLine } from './send-order.ts'
import type { OrderPlacing } from './use-place-order.ts'

const check = (values: FormData) => checkCheckout(readCheckout(values))

/** Ties the fields to the order: checks them, sends it, and takes over what the customer agrees to. */
export function useCheckoutForm(order: OrderPlacing, lines: Cart) {
  const { update } = useCart()
  const errors = useFormErrors(check)
  const { destination, follow } = useDestination(errors.form.ref)
  const prefill = usePrefill(errors.form.ref, follow)
  const fees = useFees(cartTotal(lines))
  const discounts = useDiscounts(lines, knownDestination(destination))
  const [asked, setAsked] = useState(0)
  const [wasCartChanged, setCartChanged] = useState(false)
  const conflict = order.trouble && 'conflict' in order.trouble ? order.trouble.conflict : null

  const send = async (values: FormData, wanted: Cart, agreed: Agreed = {}) => {
    setCartChanged(false)
    const filled = readCheckout(values)
    const to = destinationOf(filled)
    if (agreed.fee !== undefined) fees.agree(to, agreed.fee)
    const fee = agreed.fee ?? fees.feeTo(to)
    const discount = agreed.discount ?? toOrdered(discounts)
    const { isPlaced, mistakes } = await order.place({ form: filled, lines: wanted, fee, discount })
    if (mistakes) errors.refuse(mistakes)
    if (!isPlaced) return
    discountCodeStore.remove()
    prefill.finish(filled, values.has('remember'))
    const region = readRegion(filled.state)
    if (region) deliveryPlaceStore.write({ region, city: filled.city })
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
      void send(
        values,
        linesToOrder(lines.map((line) => settleLine(line, conflict))),
        agreedTo(conflict, discounts.code),
      )
    }
  }
  return {
    form: {
      ...errors.form,
      onSubmit: submit,
      onChange: (event: Parameters<typeof errors.form.onChange>[0]) => {
        errors.form.onChange(event)
        follow()
        prefill.saveDraft()
      },
    },
    field: errors.field,
    summary: errors.summary,
    destination,
    fees,
    discounts,
    follow,
    prefill,
    asked,
    wasCartChanged,
    agree,
  }
}

type Agreed = { fee?: Pesewas | undefined; discount?: OrderedDiscount | undefined }

/** What the panel has shown. A code that the shop refused is not sent again. */
function agreedTo(conflict: OrderConflict, code: string): Agreed {
  if (conflict.kind !== 'prices') return {}
  const { delivery, discount, refusedCode } = conflict
  const isSettled = discount !== null || refusedCode !== null
  if (refusedCode !== null) discountCodeStore.remove()
  return {
    fee: delivery?.now,
    discount: isSettled
      ? { code: refusedCode === null ? code : '', total: conflict.discountNow ?? undefined }
      : undefined,
  }
}

/** Where the order goes, as the form says right now. `follow` reads it again. */
function useDestination(form: RefObject<HTMLFormElement | null>) {
  const [destination, setDestination] = useState<Destination>({
    option: defaultDeliveryOption,
    region: '',
    city: '',
  })
  const follow = useCallback(() => {
    if (!form.current) return
    const { option, region, city: typed } = destinationOf(readCheckout(new FormData(form.current)))
    const isTyping = document.activeElement === form.current.elements.namedItem('city')
    setDestination((before) => {
      // Half a name is no town yet: the fee waits until the field is left, or until what is typed is known.
      const city = isTyping && !isKnownTown(region, typed) ? before.city : typed
      const isSame = before.option === option && before.region === region && before.city === city
      return isSame ? before : { option, region, city }
    })
  }, [form])
  return { destination, follow }
}

function destinationOf({ deliveryOption, state: region, city }: CheckoutForm): Destination {
  return { option: readDeliveryOption(deliveryOption) ?? defaultDeliveryOption, region, city }
}

function isKnownTown(region: string, city: string): boolean {
  const chosen = readRegion(region)
  return (
    chosen !== null &&
    suggestTowns(chosen).some((town) =>
      [town, town.split(',')[0] ?? ''].some((name) => isSamePlace(name, city)),
    )
  )
}

export type Fees = {
  feeTo(destination: Destination): Pesewas
  /** What it costs and why. */
  reasonFor(destination: Destination): string
  /** The shop has named another fee for this place, and the customer agreed. */
  agree(destination: Destination, fee: Pesewas): void
}

/** What delivery costs as the page knew it when it was opened, or as it was agreed on since. */
function useFees(spent: Pesewas): Fees {
  const { deliveryFees } = useShopFacts()
  const [agreed, setAgreed] = useState<{ to: Destination; fee: Pesewas } | null>(null)
  const findAgreed = (to: Destination) => (agreed && isSameDestination(agreed.to, to) ? agreed.fee : null)
  return {
    feeTo: (to) => findAgreed(to) ?? deliveryFee(to, deliveryFees, spent),
    reasonFor: (to) => {
      const fee = findAgreed(to)
      return fee === null ? deliveryFeeReason(to, deliveryFees, spent) : `${formatGhs(fee)}, the new fee`
    },
    agree: (to, fee) => setAgreed({ to, fee }),
  }
}

function isSameDestination(one: Destination, other: Destination): boolean {
  return one.option === other.option && one.region === other.region && isSamePlace(one.city, other.city)
}
