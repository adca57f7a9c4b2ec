import { Link } from 'react-router'
import { productPath, type ShownDetails } from '#app/components/shown-product.ts'
import { formatGhs } from '#rules/money.ts'

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
