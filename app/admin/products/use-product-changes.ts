import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ProductsChange, ProductsChangeResponse } from '#contract/product-form.ts'

export const failedToSave = 'Failed to save product'
const failedToDelete = 'Failed to delete product'

/** What can be done with products in the list: delete one, or change many at once. */
export function useProductChanges(onChanged: () => void) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)

  const run = async (failed: string, work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: failed, description, tone: 'destructive' })
      // Somebody else deleted it already: the list is what is wrong.
      if (!isApiProblem(error) || error.status !== 404) return
    } finally {
      setBusy(false)
    }
    onChanged()
  }

  const deleteOne = ({ id }: ProductResponse) =>
    run(failedToDelete, async () => {
      await api.delete(`/api/products/${id}`)
      show({ title: 'Product deleted successfully', tone: 'success' })
    })

  const bulkUpdate = (change: ProductsChange) =>
    run(change.action === 'delete' ? failedToDelete : failedToSave, async () => {
      const answer = await api.post<ProductsChangeResponse>('/api/products/bulk', { body: change })
      show({ ...wordsFor(change, answer), tone: 'success' })
    })

  return { deleteOne, bulkUpdate, isBusy }
}

function wordsFor({ action }: ProductsChange, { changed, missing }: ProductsChangeResponse) {
  const single = action === 'delete' ? 'Product deleted successfully' : 'Product updated successfully'
  const many = `${changed} products ${action === 'delete' ? 'deleted' : 'updated'} successfully`
  const gone = missing.length === 1 ? '1 was no longer there.' : `${missing.length} were no longer there.`
  return { title: changed === 1 ? single : many, description: missing.length > 0 ? gone : undefined }
}
