import { type ReactNode, useState } from 'react'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { useFetch } from '../data/use-fetch.ts'
import { IconButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { XIcon } from '../ui/icons.tsx'

type ProductComboboxProps = {
  id: string
  name: string
  error: string | undefined
  label?: string
  optional?: boolean
  /** Which products are asked for: what everyone may see, or all of the office. */
  among: 'shown' | 'office'
  /** They are no longer suggested. */
  chosen: readonly { id: number }[]
  /** What else is not suggested. */
  isNone?(product: ProductResponse): boolean
  /** What tells a product from others, with its name. */
  textOf?(product: ProductResponse): string
  /** False where it cannot be chosen: then the field stays as it is. */
  onChoose(product: ProductResponse): boolean
}

/** Never on two lines: a list of suggestions is narrow, and plain text. */
export function suggestedPrice(price: number): string {
  return formatCedis(price).replace(' ', '\u00a0')
}

function numberedText({ id, name, price, hidden }: ProductResponse): string {
  return `${name} · ${suggestedPrice(price)} · No. ${id}${hidden ? ' · Hidden' : ''}`
}

/** Finds a product by its name; the field is empty again after each. */
export function ProductCombobox({
  among,
  chosen,
  isNone = () => false,
  textOf = numberedText,
  onChoose,
  ...field
}: ProductComboboxProps) {
  const [typed, setTyped] = useState('')
  const [round, setRound] = useState(0)
  const scope = among === 'office' ? 'admin=1&' : ''
  const { data, error: failed } = useFetch<ProductResponse[]>(
    `/api/products?${scope}limit=50&q=${encodeURIComponent(typed.slice(0, 60))}`,
  )
  const suggested = (data ?? []).filter(
    (product) => !chosen.some(({ id }) => id === product.id) && !isNone(product),
  )
  const choose = (text: string) => {
    const product = suggested.find((each) => textOf(each) === text)
    if (!product || !onChoose(product)) return
    setTyped('')
    setRound((before) => before + 1)
  }
  return (
    <Combobox
      label="Add a product"
      {...field}
      key={round}
      help={failed ? 'The products could not be loaded. Check your connection.' : undefined}
      suggestions={suggested.map((product) => ({ text: textOf(product) }))}
      onChange={({ target }) => setTyped(target.value)}
      onChoose={({ text }) => choose(text)}
    />
  )
}

type Chosen = { name: string } & ({ id: number } | { product_id: number })

type ChosenProductsProps<Product extends Chosen> = {
  /** The field that finds the next one. */
  fieldId: string
  label?: string
  products: readonly Product[]
  /** Below its name. */
  detail?(product: Product): ReactNode
  control?(product: Product, change: (changes: Partial<Product>) => void): ReactNode
  removeLabel(name: string): string
  onChange(products: readonly Product[]): void
}

/** What was found and chosen, each with a way out again. */
export function ChosenProducts<Product extends Chosen>(props: ChosenProductsProps<Product>) {
  const { fieldId, label, products, detail, control, removeLabel, onChange } = props
  if (products.length === 0) return null
  return (
    <ul aria-label={label} className="divide-y divide-border rounded-card border border-border px-4">
      {products.map((product) => (
        <li
          key={'id' in product ? product.id : product.product_id}
          className="flex flex-wrap items-center gap-3 py-2"
        >
          <span className="min-w-40 flex-1 wrap-anywhere">
            {product.name}
            {detail && (
              <span className="block text-sm text-muted-foreground tabular-nums">{detail(product)}</span>
            )}
          </span>
          {control?.(product, (changes) =>
            onChange(products.map((each) => (each === product ? { ...product, ...changes } : each))),
          )}
          <IconButton
            label={removeLabel(product.name)}
            onClick={() => {
              onChange(products.filter((each) => each !== product))
              // The pressed button is gone: who works with keys goes on at the top of the list.
              document.getElementById(fieldId)?.focus()
            }}
          >
            <XIcon size={20} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
