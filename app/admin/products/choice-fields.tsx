import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ChoiceDot } from '#app/components/quick-choose.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ArrowDownIcon, ArrowUpIcon, PlusIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { outOfStockLabel } from '#rules/cart.ts'
import { measureIn, mostChoices } from '#rules/choices.ts'
import { formatCedis } from '#rules/money.ts'
import type { ProductTextField } from '#rules/product-fields.ts'
import { addressWith } from '../list-frame.tsx'

type FieldProps = { id: string; name: string; error: string | undefined; defaultValue?: string }

type ChoiceFieldsProps = {
  field: (name: ProductTextField) => FieldProps
  /** What says which size the first one is. */
  firstLabel: FieldProps
  product: ProductResponse | null
  /** The product of which a new one is another size or shade. */
  sizeOf: ProductResponse | null
}

/** What makes a product one of several sizes or shades, and which others there are. */
export function ChoiceFields({ field, firstLabel, product, sizeOf }: ChoiceFieldsProps) {
  return (
    <section aria-label="Sizes and shades" className="grid gap-5 rounded-card border border-border p-4">
      <div className="grid gap-1">
        <h3 className="text-sm">Sizes and shades</h3>
        <p className="text-sm text-muted-foreground">
          Products of the same article share one card, and customers choose among them.
        </p>
      </div>
      {sizeOf && needsFirstLabel(sizeOf) && (
        <TextField
          {...firstLabel}
          label={`Size or shade of ${sizeOf.name}`}
          help="Such as 30 ml"
          autoComplete="off"
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('choice_label')}
          label={sizeOf ? 'Size or shade of the new one' : 'Size or shade'}
          optional={!sizeOf}
          help="Such as 50 ml, or Ruby"
          autoComplete="off"
        />
        <TextField
          {...field('choice_colour')}
          label="Colour of a shade"
          optional
          help="Such as #aa3355"
          autoComplete="off"
        />
        <TextField {...field('article')} label="Article" optional autoComplete="off" />
        <TextField {...field('sku')} label="Barcode or SKU" optional autoComplete="off" />
      </div>
      {product?.article && <ChoiceList article={product.article} current={product.id} />}
      {product && <AddSize id={product.id} />}
    </section>
  )
}

function needsFirstLabel({ article, choice_label, name }: ProductResponse): boolean {
  return !article && !choice_label && measureIn(name) === ''
}

function AddSize({ id }: { id: number }) {
  const [search] = useSearchParams()
  return (
    <ButtonLink
      to={addressWith(search, { edit: 'new', size_of: id })}
      variant="secondary"
      preventScrollReset
      className="justify-self-start"
    >
      <PlusIcon size={20} />
      Add a size
    </ButtonLink>
  )
}

/** In the order in which customers read them; it is saved at once. */
function ChoiceList({ article, current }: { article: string; current: number }) {
  const query = new URLSearchParams({ admin: '1', article, limit: String(mostChoices) })
  const { data, error, refetch, replace } = useFetch<ProductResponse[]>(`/api/products?${query}`)
  const { submit } = useSubmit()
  const [dragged, setDragged] = useState<number | null>(null)
  const choices = data ?? []
  if (error) return <p className="text-sm text-destructive">The sizes could not be loaded.</p>
  if (choices.length < 2) return null

  const move = (from: number, to: number) => {
    const moved = choices[from]
    if (!moved || from === to) return
    const order = choices.toSpliced(from, 1).toSpliced(to, 0, moved)
    replace(order)
    const ids = order.map(({ id }) => id)
    void submit({ failed: 'The order was not saved', onFailure: refetch }, async () => {
      await api.post('/api/products/choices', { body: { ids } })
      return undefined
    })
  }
  return (
    <ol aria-label={`Choices of ${article}`} className="grid gap-2">
      {choices.map((choice, place) => (
        <li
          key={choice.id}
          draggable
          onDragStart={() => setDragged(place)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== null) move(dragged, place)
            setDragged(null)
          }}
          className="flex items-center gap-3 rounded-control border border-border bg-card p-2"
        >
          <Row choice={choice} isCurrent={choice.id === current} />
          <span className="flex flex-none">
            <IconButton
              label={`Move ${choice.name} up`}
              disabled={place === 0}
              onClick={() => move(place, place - 1)}
            >
              <ArrowUpIcon size={20} />
            </IconButton>
            <IconButton
              label={`Move ${choice.name} down`}
              disabled={place === choices.length - 1}
              onClick={() => move(place, place + 1)}
            >
              <ArrowDownIcon size={20} />
            </IconButton>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Row({ choice, isCurrent }: { choice: ProductResponse; isCurrent: boolean }) {
  const [search] = useSearchParams()
  const { id, name, choice_label, choice_colour, price, stock_quantity: stock, hidden } = choice
  return (
    <span className="grid min-w-0 flex-1 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <ChoiceDot colour={choice_colour} />
        {isCurrent ? (
          <span className="inline-flex min-h-11 items-center font-semibold">{choice_label ?? name}</span>
        ) : (
          <Link
            to={addressWith(search, { edit: id, size_of: null })}
            preventScrollReset
            className="inline-flex min-h-11 min-w-11 items-center font-semibold text-link underline underline-offset-3"
          >
            {choice_label ?? name}
          </Link>
        )}
        {hidden && <Badge>Hidden</Badge>}
      </span>
      <span className="text-muted-foreground">
        {formatCedis(price)} · {stock > 0 ? `${stock} in stock` : outOfStockLabel}
      </span>
    </span>
  )
}
