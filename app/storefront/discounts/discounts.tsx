import { type DiscountQuote, useDiscountQuote } from '#app/components/discount-quote.ts'
import { Amount } from '#app/components/order-lines.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { plainText, stored, useStored } from '#app/data/stored.ts'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { Cart } from '#rules/cart.ts'
import type { Destination } from '#rules/delivery-fee.ts'
import { normaliseDiscountCode } from '#rules/discount-texts.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'

/** The code that was typed in this tab: cart and checkout ask only once. */
export const discountCodeStore = stored(
  'adom_beauty_discount_code',
  (content) => normaliseDiscountCode(String(content ?? '')).slice(0, 30),
  { area: 'sessionStorage', format: plainText },
)

export type Discounts = DiscountQuote & { code: string }

export function useDiscounts(lines: Cart, destination: Destination | null): Discounts {
  const code = useStored(discountCodeStore) ?? ''
  const wanted = lines.map(({ product: { id }, quantity }) => ({ id, quantity }))
  return { ...useDiscountQuote({ lines: wanted, destination, code }), code }
}

/** What goes along with an order: the code, and what the customer was shown as taken off. */
export type OrderedDiscount = { code: string; total: Pesewas | undefined }

/**
 * Nothing in a shop without discounts. A code of which the shop has said that it does not hold stays behind; one that could not be
 * asked about goes along, and the shop decides.
 */
export function toOrdered({ code, refused, isKnown, total }: Discounts): OrderedDiscount | undefined {
  if (!isKnown && code === '') return undefined
  return { code: isKnown && refused !== null ? '' : code, total: isKnown ? total : undefined }
}

/** A row for each in the bill. */
export function DiscountRows({ discounts: { taken } }: { discounts: Discounts }) {
  return taken.map(({ label, amount }) => (
    <Amount key={label} label={label}>
      {amount === 0 ? '–' : formatGhs(-amount)}
    </Amount>
  ))
}

const loadForm = async () => (await import('./code-form.tsx')).CodeForm

/** Most people have no code: for them it is one quiet line. */
export function DiscountEntry({ discounts }: { discounts: Discounts }) {
  const { offersCodes } = useShopFacts()
  const { Component, fetchComponent } = useLazyComponent(loadForm)
  const { code, refused } = discounts
  if (!offersCodes) return null
  const button = 'min-h-11 justify-self-start font-semibold text-link underline underline-offset-3'
  return (
    <div className="grid gap-2">
      {code !== '' && refused === null && (
        <p className="flex flex-wrap items-center gap-x-2">
          Code {code}
          <button type="button" className={button} onClick={() => discountCodeStore.remove()}>
            Remove<span className="sr-only"> the code {code}</span>
          </button>
        </p>
      )}
      {(code === '' || refused !== null) && Component && (
        <Component code={code} onApply={discountCodeStore.write} />
      )}
      {(code === '' || refused !== null) && !Component && (
        <button type="button" className={button} onClick={() => void fetchComponent()}>
          Have a code?
        </button>
      )}
      <p role="status" className={refused === null ? 'sr-only' : 'text-sm text-destructive'}>
        {refused}
      </p>
    </div>
  )
}
