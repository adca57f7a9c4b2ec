import { isRefusal, type Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeStatus, type StatusChange, type StatusInput } from './change-status.ts'

export type BulkChanged = { id: number; change: StatusChange | null; refusal: Refusal | null }

/** Each order on its own: one that cannot be changed does not hold back the others. */
export async function bulkUpdate(
  context: Context,
  viewer: Viewer,
  orderIds: readonly number[],
  input: Pick<StatusInput, 'to' | 'expected'>,
): Promise<BulkChanged[]> {
  const changed: BulkChanged[] = []
  for (const id of new Set(orderIds)) {
    try {
      changed.push({ id, change: await changeStatus(context, viewer, id, input), refusal: null })
    } catch (error) {
      if (!isRefusal(error)) throw error
      changed.push({ id, change: null, refusal: error })
    }
  }
  return changed
}
