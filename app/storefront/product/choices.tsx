import { ChoiceDot } from '#app/components/quick-choose.tsx'
import { productPath } from '#app/components/shown-product.ts'
import { ChipLink } from '#app/ui/chip.tsx'
import type { Choice } from '#contract/catalogue.ts'
import { isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { choiceKind, lowestPrice } from '#rules/choices.ts'
import { formatGhs } from '#rules/money.ts'

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
