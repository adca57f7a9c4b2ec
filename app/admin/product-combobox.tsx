import { useState } from 'react'
import type { ProductResponse } from '#contract/catalogue.ts'
import { useFetch } from '../data/use-fetch.ts'
import { Combobox } from '../ui/combobox.tsx'

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
  textOf(product: ProductResponse): string
  /** False where it cannot be chosen: then the field stays as it is. */
  onChoose(product: ProductResponse): boolean
}

/** Finds a product by its name; the field is empty again after each. */
export function ProductCombobox({
  among,
  chosen,
  isNone = () => false,
  textOf,
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
