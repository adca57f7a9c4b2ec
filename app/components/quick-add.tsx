import { useEffect, useRef } from 'react'
import { isBuyable } from '#rules/cart.ts'
import { useCart } from '../cart/cart.tsx'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import type { ShownProduct } from './shown-product.ts'
import { useAddToCart } from './use-add-to-cart.ts'

/** One tap puts one into the cart; from then on the same place counts them. */
export function QuickAdd({ product }: { product: ShownProduct }) {
  const { id, name, stock } = product
  const cart = useCart()
  const addToCart = useAddToCart()
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const line = cart.lines.find((each) => each.product.id === id)
  const isInCart = line !== undefined

  // The pressed button makes way for the stepper: its plus takes over the focus, or a keyboard would lose its place.
  useEffect(() => {
    if (!isInCart || !hadFocus.current) return
    hadFocus.current = false
    const plus = place.current?.querySelector<HTMLElement>('button:last-of-type')
    plus?.focus({ preventScroll: true })
    // The words about what was added would cover it; a finger has seen its place, a keyboard has not.
    if (plus?.matches(':focus-visible')) plus.scrollIntoView({ block: 'center' })
  }, [isInCart])

  const add = () => {
    hadFocus.current = place.current?.contains(document.activeElement) ?? false
    addToCart({ product })
  }
  return (
    <div ref={place} className="min-h-12 [@media(scripting:none)]:hidden">
      {line && isBuyable(stock) ? (
        <QuantityStepper
          itemName={name}
          value={line.quantity}
          max={Number.isFinite(stock) ? stock : undefined}
          // The card says already how many there are.
          limitText=""
          onChange={(quantity) => cart.setQuantity(id, quantity)}
        />
      ) : (
        <Button
          variant="secondary"
          wide
          className="whitespace-nowrap max-sm:px-2"
          disabled={!isBuyable(stock)}
          onClick={add}
        >
          <PlusIcon size={20} className="-ml-1" />
          <span>
            Quick Add<span className="sr-only"> {name}</span>
          </span>
        </Button>
      )}
    </div>
  )
}
