import type { Choice } from '#contract/catalogue.ts'
import { isBuyable, stockLabel } from '#rules/cart.ts'
import { formatGhs } from '#rules/money.ts'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { MenuButton, Popover } from '../ui/popover.tsx'
import type { ShownProduct } from './shown-product.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

/** The colour of a shade, beside its name; also where the phone chooses all other colours. */
export function ChoiceDot({ colour }: { colour: string | undefined }) {
  if (!colour) return null
  return (
    <span
      className="size-4 flex-none rounded-full border border-input forced-color-adjust-none"
      style={{ backgroundColor: colour }}
    />
  )
}

/** Quick Add of an article: asks first which size or shade is meant. */
export function QuickChoose({ product, choices }: { product: ShownProduct; choices: readonly Choice[] }) {
  const { name, stock } = product
  const addToCart = useAddToCart()
  const add = (choice: Choice) => {
    const picture = choice.image ? { src: choice.image, width: 160, height: 200, alt: '' } : null
    addToCart({ product: { ...product, ...choice, picture } })
  }
  return (
    <div className="min-h-12 [@media(scripting:none)]:hidden">
      <Popover
        label={`Choices of ${name}`}
        button={(opening) => (
          <Button
            variant="secondary"
            wide
            className="whitespace-nowrap max-sm:px-2"
            disabled={!isBuyable(stock)}
            {...opening}
          >
            <PlusIcon size={20} className="-ml-1" />
            <span>
              Quick Add<span className="sr-only"> {name}</span>
            </span>
          </Button>
        )}
      >
        {choices.map((choice) => (
          <MenuButton key={choice.id} disabled={!isBuyable(choice.stock)} onClick={() => add(choice)}>
            <ChoiceDot colour={choice.colour} />
            <span className="flex-1">{choice.label}</span>
            {isBuyable(choice.stock) ? formatGhs(choice.price) : stockLabel(choice.stock)}
          </MenuButton>
        ))}
      </Popover>
    </div>
  )
}
