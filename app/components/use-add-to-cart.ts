import { useNavigate } from 'react-router'
import { useCart } from '../cart/cart.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { orderLimit, remainingQuantity } from './remaining-quantity.ts'
import { type ShownProduct, smallestAddress } from './shown-product.tsx'

type Input = {
  product: ShownProduct
  /** Left out by Quick Add, which adds one and says only the name. */
  quantity?: number
}

/** Puts a product into the cart and says so. */
export function useAddToCart(): (input: Input) => void {
  const cart = useCart()
  const toasts = useToasts()
  const navigate = useNavigate()
  const viewCart = { label: 'View cart', onPress: () => void navigate('/cart') }

  return ({ product, quantity }) => {
    const { id, name, price, stock, picture } = product
    const inCart = cart.lines.find((line) => line.product.id === id)?.quantity ?? 0
    const added = remainingQuantity({ stock, inCart, wanted: quantity ?? 1 })
    if (added === 0) {
      toasts.show({
        title: orderLimit(stock).limitText,
        description: `Your cart already holds ${inCart} of ${name}.`,
        action: viewCart,
      })
      return
    }
    cart.add({ id, name, price, stock, image: picture ? smallestAddress(picture) : undefined }, added)
    window.dispatchEvent(new Event('shop:added'))
    toasts.show({
      tone: 'success',
      title: 'Added to cart',
      description: quantity === undefined ? name : `${name} × ${added}`,
      action: quantity === undefined ? undefined : viewCart,
    })
  }
}
