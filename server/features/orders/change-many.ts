import { isRefusal, type Refusal } from '#contract/refusals.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeStatus, type StatusChange, type StatusWish } from './change-status.ts'

export type ManyChanged = { id: number; change: StatusChange | null; refusal: Refusal | null }

/** Each order on its own: one that cannot be changed does not hold back the others. */
export async function changeMany(
  tools: Tools,
  viewer: Viewer,
  orderIds: readonly number[],
  wish: Pick<StatusWish, 'to' | 'expected'>,
): Promise<ManyChanged[]> {
  const changed: ManyChanged[] = []
  for (const id of new Set(orderIds)) {
    try {
      changed.push({ id, change: await changeStatus(tools, viewer, id, wish), refusal: null })
    } catch (error) {
      if (!isRefusal(error)) throw error
      changed.push({ id, change: null, refusal: error })
    }
  }
  return changed
}
