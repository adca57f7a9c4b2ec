import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { usePublicUrl } from '#app/components/page-addresses.ts'
import { Price } from '#app/components/price.tsx'
import { ChoiceDot } from '#app/components/quick-choose.tsx'
import { orderLimit } from '#app/components/remaining-quantity.ts'
import { productPath, type ShownDetails } from '#app/components/shown-product.tsx'
import { useAddToCart } from '#app/components/use-add-to-cart.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { BagIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { Choice } from '#contract/catalogue.ts'
import { isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { choiceKind, lowestPrice } from '#rules/choices.ts'
import { formatGhs } from '#rules/money.ts'
import { chatLink } from '#rules/phone-number.ts'

export function BuyBox({ product }: { product: ShownDetails }) {
  const [quantity, setQuantity] = useState(1)
  const place = useRef<HTMLDivElement>(null)
  const isInView = useIsInView(place)
  const addToCart = useAddToCart()
  if (!isBuyable(product.stock)) return <SoldOut product={product} />

  const add = () => addToCart({ product, quantity })
  return (
    <>
      <div ref={place} className="flex flex-wrap items-start gap-3 [@media(scripting:none)]:hidden">
        <QuantityStepper
          {...orderLimit(product.stock)}
          itemName={product.name}
          value={quantity}
          onChange={setQuantity}
        />
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

type ChoicesProps = { choices: readonly Choice[]; chosen: number }

/** The sizes or shades of an article. Each has an address of its own, so it can be chosen without scripts, shared and gone back to. */
export function Choices({ choices, chosen }: ChoicesProps) {
  if (choices.length === 0) return null
  const kind = choiceKind(choices)
  const hasPrices = lowestPrice(choices) !== null
  return (
    <nav aria-label={kind}>
      <p className="mb-1 text-sm">
        <span className="font-semibold">{kind}:</span> {choices.find(({ id }) => id === chosen)?.label}
      </p>
      <ul className="flex flex-wrap gap-x-2">
        {choices.map((choice) => (
          <li key={choice.id}>
            <ChipLink to={productPath(choice)} selected={choice.id === chosen} preventScrollReset>
              <ChoiceDot colour={choice.colour} />
              {choice.label}
              <span className="text-xs font-medium text-muted-foreground">
                {isBuyable(choice.stock) ? hasPrices && formatGhs(choice.price) : outOfStockLabel}
              </span>
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What is in a set, each with its own page, and what it saves. */
export function SetContents({ parts, saving }: Pick<ShownDetails, 'parts' | 'saving'>) {
  if (!parts) return null
  return (
    <section className="rounded-card bg-muted p-4">
      <h2 className="font-sans text-base font-semibold">In this set</h2>
      <ul>
        {parts.map(({ productId: id, name, quantity, price }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <Link
              to={productPath({ id })}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-3"
            >
              {quantity} × {name}
            </Link>
            <span className="text-sm text-muted-foreground tabular-nums">{formatGhs(price * quantity)}</span>
          </li>
        ))}
      </ul>
      {saving && <p className="font-semibold text-success">You save {formatGhs(saving)}</p>}
    </section>
  )
}
