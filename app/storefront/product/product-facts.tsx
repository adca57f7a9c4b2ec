import { Link } from 'react-router'
import type { ShownDetails } from '#app/components/shown-product.ts'
import { CheckIcon } from '#app/ui/icons.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

/** Who made it, and what happens when it does not please. */
export function FactsLine({ product }: { product: ShownDetails }) {
  return (
    <p className="text-sm text-muted-foreground">
      {product.brands}
      {product.fdaNumber && ` · FDA ${product.fdaNumber}`}
      {' · '}
      Opened or unopened returns: see{' '}
      <Link to="/returns-policy" className="text-link underline underline-offset-3">
        Returns & Refunds
      </Link>
    </p>
  )
}

/** The short of it, to be taken in at a glance. */
export function KeyFacts({ product }: { product: ShownDetails }) {
  const { benefits, ingredients, howToUse } = product
  if (benefits.length + ingredients.length + howToUse.length === 0) return null
  return (
    <div className="grid gap-8 lg:grid-cols-3">
      {benefits.length > 0 && (
        <section>
          <h2 className="lg:text-3xl">Key Benefits</h2>
          <ul className="mt-3 grid gap-2">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-2">
                <CheckIcon size={20} className="mt-0.5 stroke-2 text-success" />
                {benefit}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ingredients.length > 0 && (
        <section>
          <h2 className="lg:text-3xl">Key Ingredients</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {ingredients.map((ingredient) => (
              <li key={ingredient} className="rounded-full bg-muted px-3 py-1 text-sm">
                {ingredient}
              </li>
            ))}
          </ul>
        </section>
      )}
      {howToUse && (
        <section>
          <h2 className="lg:text-3xl">How to Use</h2>
          <p className="mt-3 whitespace-pre-line">{howToUse}</p>
        </section>
      )}
    </div>
  )
}

const notStated = 'Not stated'

/** The whole of it, one subject at a time. */
export function ProductTabs({ product }: { product: ShownDetails }) {
  const { description, ingredients, howToUse } = product
  const text = 'max-w-prose whitespace-pre-line'
  const tabs = [
    { id: 'description', label: 'Description', content: <p className={text}>{description}</p> },
    {
      id: 'ingredients',
      label: 'Ingredients',
      content: <p className={text}>{ingredients.join(', ') || notStated}</p>,
    },
    { id: 'how-to-use', label: 'How to Use', content: <p className={text}>{howToUse || notStated}</p> },
  ]
  return <Tabs label={`More about ${product.name}`} tabs={tabs} />
}
