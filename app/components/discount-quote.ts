import { useEffect, useState } from 'react'
import type { CheckedDiscountsResponse } from '#contract/sales-and-discounts.ts'
import type { Destination } from '#rules/delivery-fee.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { type Pesewas, toPesewas } from '#rules/money.ts'
import { api, isApiProblem } from '../data/api.ts'
import { useShopFacts } from '../data/shop-facts.ts'

type CartToQuote = {
  lines: readonly { id: number; quantity: number }[]
  /** Where to; left out as long as nobody knows. */
  destination: Destination | null
  /** Empty for none. */
  code: string
}

/** What the shop says that discounts take off. */
export type DiscountQuote = {
  taken: readonly { label: string; amount: Pesewas }[]
  total: Pesewas
  /** Why the code does not hold, or why nobody could ask. */
  refused: string | null
  /** False while the answer to what is shown now is not there yet. */
  isKnown: boolean
}

const nothing: DiscountQuote = { taken: [], total: 0, refused: null, isKnown: false }

/** Asks the shop whenever the cart, the place or the code changes; not at all in a shop without discounts. */
export function useDiscountQuote({ lines, destination, code }: CartToQuote): DiscountQuote {
  const { offersAutomatic } = useShopFacts()
  const [answer, setAnswer] = useState<{ to: string; quote: DiscountQuote } | null>(null)
  const isAsked = lines.length > 0 && (offersAutomatic === true || code !== '')
  const question = isAsked ? JSON.stringify(toBody({ lines, destination, code })) : ''
  useEffect(() => {
    if (question === '') return
    const { signal, abort } = startAsking()
    const ask = async () => {
      try {
        const body: unknown = JSON.parse(question)
        const found = await api.post<CheckedDiscountsResponse>('/api/discounts/check', { body, signal })
        setAnswer({ to: question, quote: toQuote(found) })
      } catch (error) {
        if (signal.aborted) return
        const refused = isApiProblem(error) ? error.message : null
        setAnswer({ to: question, quote: { ...nothing, refused } })
      }
    }
    void ask()
    return abort
  }, [question])
  if (question === '' || answer === null) return nothing
  return answer.to === question ? answer.quote : { ...answer.quote, refused: null, isKnown: false }
}

function startAsking() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function toBody({ lines, destination, code }: CartToQuote) {
  return {
    items: lines.map(({ id, quantity }) => ({ product_id: id, quantity })),
    discount_code: code,
    ...(destination && {
      delivery_option: destination.option,
      state: destination.region,
      city: destination.city,
    }),
  }
}

function toQuote({ discounts, discount_total, refused }: CheckedDiscountsResponse): DiscountQuote {
  const taken = discounts.map((each) => ({ label: discountLabel(each), amount: toPesewas(each.amount) }))
  return { taken, total: toPesewas(discount_total), refused, isKnown: true }
}
