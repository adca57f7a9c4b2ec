import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { CategoryResponse } from '#contract/categories.ts'

type EndDialogProps = {
  category: CategoryResponse
  others: readonly CategoryResponse[]
  onChanged: () => void
  onClose: () => void
}

/** A category ends by being merged into another; an empty one may simply go. */
export function EndDialog({ category, others, onChanged, onClose }: EndDialogProps) {
  const { id, name, products, updated_at: expected } = category
  const { submit, isBusy } = useSubmit()
  const [into, setInto] = useState('')
  const [error, setError] = useState<string>()
  const target = others.find((other) => String(other.id) === into)
  const end = () => {
    if (products > 0 && !target) return setError('Please choose where its products go')
    const onFailure = ({ status }: ApiProblem) => {
      // Changed or filled meanwhile: the list is asked for what is true now.
      if (status === 404 || status === 409) onChanged()
    }
    void submit({ failed: `${name} was not deleted`, onFailure }, async () => {
      if (target) await api.post(`/api/categories/${id}/merge`, { body: { into: target.id, expected } })
      else await api.delete(`/api/categories/${id}?${new URLSearchParams({ expected })}`)
      onChanged()
      onClose()
      return { title: target ? `${name} is now part of ${target.name}` : `${name} is deleted` }
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isBusy}
      title={products > 0 ? `Merge ${name} into another category` : `Delete ${name}?`}
      actions={
        <>
          <Button variant="secondary" data-first-focus="" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" busy={isBusy} onClick={end}>
            {target || products > 0 ? 'Merge' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>{inWords(products)}</p>
      <SelectField
        label={products > 0 ? 'Its products and links go to' : 'Its links lead to'}
        value={into}
        error={error}
        placeholder={products > 0 ? 'Choose a category' : 'Nowhere'}
        options={others.map((other) => ({ value: String(other.id), label: other.name }))}
        onChange={({ target: { value } }) => {
          setInto(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}

function inWords(products: number): string {
  if (products === 0) return 'It has no products. This cannot be undone.'
  const which = products === 1 ? '1 product is' : `${products >= 1_000 ? 'Many' : products} products are`
  return `${which} in it. Hidden products go along. This cannot be undone.`
}
