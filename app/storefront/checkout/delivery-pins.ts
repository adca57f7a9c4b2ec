import { stored, useStored } from '#app/data/stored.ts'

type SavedPin = { code: string; pin: string }

const pinsStore = stored('adom_beauty_delivery_pins', (content): readonly SavedPin[] =>
  Array.isArray(content) ? content.filter(isPin) : [],
)
const mostSaved = 5

/** The phone that ordered shows the PIN again. Nobody else may: the driver knows the tracking code too. */
export function saveDeliveryPin(code: string, pin: string | null): void {
  if (pin === null) return
  pinsStore.update((saved) =>
    [{ code, pin }, ...saved.filter((each) => each.code !== code)].slice(0, mostSaved),
  )
}

/** Null on every other phone; the server cannot know, so the first render has null. */
export function useDeliveryPin(code: string): string | null {
  return (useStored(pinsStore) ?? []).find((each) => each.code === code)?.pin ?? null
}

function isPin(entry: unknown): entry is SavedPin {
  const { code, pin } = Object(entry)
  return typeof code === 'string' && /^\d{4}$/.test(pin)
}
