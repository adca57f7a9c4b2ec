import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { OwnOrderResponse } from '#contract/orders.ts'
import { fromCedis } from '#rules/money.ts'
import { useCart } from '../cart/cart.tsx'
import { remainingQuantity } from '../components/remaining-quantity.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/toasts.tsx'

/** Puts the same things into the cart, at today's prices and only what is there. */
export function BuyAgain({ order }: { order: OwnOrderResponse }) {
  const cart = useCart()
  const { show } = useToasts()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const viewCart = { label: 'View cart', onPress: () => void navigate('/cart') }

  const add = async () => {
    setBusy(true)
    const today = await Promise.all(order.items.map(({ product_id }) => findToday(product_id)))
    setBusy(false)
    const added = order.items.filter(({ product_id, quantity }, place) => {
      const product = today[place]
      if (!product) return false
      const inCart = cart.lines.find((line) => line.product.id === product_id)?.quantity ?? 0
      const room = remainingQuantity({ stock: product.stock, inCart, wished: quantity })
      if (room > 0) cart.add(product, room)
      return room > 0
    })
    const missing = order.items.length - added.length
    if (added.length === 0) {
      show({
        title: 'Nothing of it is in stock',
        description: 'Please look for something like it in the shop.',
      })
    } else {
      const names = added.map(({ product_name }) => product_name).join(', ')
      const rest = missing === 0 ? '' : ` ${missing} more could not be added.`
      show({ title: 'Added to cart', description: `${names}.${rest}`, tone: 'success', action: viewCart })
    }
  }
  return (
    <Button
      variant="secondary"
      className="relative"
      aria-label={`Buy again: order #${order.id}`}
      busy={isBusy}
      onClick={add}
    >
      Buy again
    </Button>
  )
}

/** Null when the shop no longer has it, or could not say. */
async function findToday(productId: number) {
  try {
    const product = await api.get<ProductResponse>(`/api/products/${productId}`, { anonymous: true })
    const price = fromCedis(product.price)
    if (price === null) return null
    const { id, name, stock_quantity: stock, image } = product
    return { id, name, price, stock, image: image ?? undefined }
  } catch {
    return null
  }
}
