/**
 * What a signed-in person is typing, until it is sent or this tab is closed: a sign-in that ran out in between loses
 * nothing. Kept for each person apart, because phones are shared.
 */
export type Draft<Value> = {
  read(): Value | null
  keep(value: Value): void
  forget(): void
}

const beginning = 'adom_draft:'

export function openDraft<Value>(
  form: string,
  userId: string,
  isWhole: (kept: unknown) => kept is Value,
): Draft<Value> {
  const key = keepsakeKey(form, userId)
  return {
    read: () => {
      const kept = quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      return isWhole(kept) ? kept : null
    },
    keep: (value) => quietly(() => sessionStorage.setItem(key, JSON.stringify(value))),
    forget: () => quietly(() => sessionStorage.removeItem(key)),
  }
}

/** What a page keeps on this device for one person until they sign out, such as a driver's list with its addresses. */
export function keepsakeKey(name: string, userId: string): string {
  return `${beginning}${name}:${userId}`
}

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  quietly(() => {
    for (const storage of [sessionStorage, localStorage]) {
      const keys = Object.keys(storage).filter((key) => key.startsWith(beginning))
      for (const key of keys) storage.removeItem(key)
    }
  })
}

/** A storage that is full, forbidden or damaged: the form then starts from what the shop knows. */
function quietly<Value>(step: () => Value): Value | null {
  try {
    return step()
  } catch {
    return null
  }
}
