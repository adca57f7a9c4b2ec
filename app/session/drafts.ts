import { removeStored, type Stored, stored } from '../data/stored.ts'

/**
 * What a signed-in person is typing, until it is sent or this tab is closed: a sign-in that ran out in between loses
 * nothing. Stored for each person apart, because phones are shared.
 */
export type Draft<Value> = Stored<Value | null>

const prefix = 'adom_draft:'

export function openDraft<Value>(
  form: string,
  userId: string,
  isWhole: (content: unknown) => content is Value,
): Draft<Value> {
  return stored(personalKey(form, userId), (content) => (isWhole(content) ? content : null), {
    area: 'sessionStorage',
  })
}

/** For what a page stores on this device for one person until they sign out, such as a driver's list with its addresses. */
export function personalKey(name: string, userId: string): string {
  return `${prefix}${name}:${userId}`
}

/** Whoever signs out leaves nothing behind. */
export function removeDrafts(): void {
  removeStored(prefix)
}
