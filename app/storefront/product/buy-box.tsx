import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { usePublicUrl } from '#app/components/page-addresses.ts'
import { Price } from '#app/components/price.tsx'
import { productPath, type ShownDetails } from '#app/components/shown-product.ts'
import { useAddToCart } from '#app/components/use-add-to-cart.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { BagIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import { isBuyable, maximumQuantity, outOfStockLabel } from '#rules/cart.ts'
import { chatLink } from '#rules/chat-link.ts'

export function BuyBox({ product }: { product: ShownDetails }) {
  const [quantity, setQuantity] = useState(1)
  const place = useRef<HTMLDivElement>(null)
  const isInView = useIsInView(place)
  const addToCart = useAddToCart()
  if (!isBuyable(product.stock)) return <SoldOut product={product} />

  const add = () => addToCart({ product, quantity })
  const most = Number.isFinite(product.stock) ? Math.min(product.stock, maximumQuantity) : maximumQuantity
  return (
    <>
      <div ref={place} className="flex flex-wrap items-start gap-3 [@media(scripting:none)]:hidden">
        <QuantityStepper itemName={product.name} value={quantity} max={most} onChange={setQuantity} />
        <Button onClick={add} className="flex-1 whitespace-nowrap">
          <BagIcon size={20} />
          Add to Cart
        </Button>
      </div>
      <WithoutScripts product={product} />
      <StickyBar until="lg" hidden={isInView}>
        <Price amount={product.price} regular={product.regularPrice} size="total" />
        <Button onClick={add} className="flex-1 whitespace-nowrap">
          Add to Cart
        </Button>
      </StickyBar>
    </>
  )
}

/** The cart lives in scripts; whoever has none can still order in a chat. */
function WithoutScripts({ product }: { product: ShownDetails }) {
  return (
    <noscript>
      <p className="mb-3">The cart needs JavaScript, which is switched off in this browser.</p>
      <AskInChat product={product} input="I would like to order:">
        Order on WhatsApp
      </AskInChat>
    </noscript>
  )
}

const loadAlertForm = async () => (await import('./stock-alert-form.tsx')).StockAlertForm

/** Nobody is sent away: the shop can be asked to say when it is back. */
function SoldOut({ product }: { product: ShownDetails }) {
  const { Component: AlertForm, fetchComponent } = useLazyComponent(loadAlertForm)
  return (
    <div className="grid gap-3">
      <Button disabled wide>
        {outOfStockLabel}
      </Button>
      {AlertForm ? (
        <AlertForm productId={product.id} />
      ) : (
        <Button
          variant="secondary"
          wide
          className="[@media(scripting:none)]:hidden"
          onClick={() => void fetchComponent()}
        >
          Tell me when it is back
        </Button>
      )}
      <AskInChat product={product} input="please tell me when this is back:">
        Ask on WhatsApp when it is back
      </AskInChat>
    </div>
  )
}

function AskInChat({
  product,
  input,
  children,
}: {
  product: ShownDetails
  input: string
  children: ReactNode
}) {
  const { chatNumber, shopName } = useShopFacts()
  const address = `${usePublicUrl()}${productPath(product)}`
  return (
    <ButtonLink
      to={chatLink(chatNumber, `Hello ${shopName}, ${input} ${product.name} ${address}`)}
      variant="whatsapp"
      wide
    >
      <WhatsAppIcon size={20} />
      {children}
    </ButtonLink>
  )
}

/** True until the browser says otherwise, so that nothing pops up in the page as the server wrote it. */
function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInView
}
