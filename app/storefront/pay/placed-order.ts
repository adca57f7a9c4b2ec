import { stored, useStored } from '#app/data/stored.ts'

/** The order that was just placed in this tab, with the chat message that only this phone knows in full. */
export type PlacedOrder = {
  code: string
  chat: string
  /** Where an account could be offered. */
  email: string | null
}

/** Until the tab is closed: whoever did not press send in the chat finds the link again. */
export const placedOrderStore = stored('adom_beauty_placed_order', readPlaced, { area: 'sessionStorage' })

/** The order as this tab placed it, or null: the server cannot know, so the first render has null. */
export function usePlacedHere(code: string): PlacedOrder | null {
  const placed = useStored(placedOrderStore)
  return placed?.code === code ? placed : null
}

function readPlaced(content: unknown): PlacedOrder | null {
  if (typeof content !== 'object' || content === null) return null
  const { code, chat, email } = content as Record<string, unknown>
  const isChat = typeof chat === 'string' && chat.startsWith('https://wa.me/')
  if (typeof code !== 'string' || !isChat) return null
  return { code, chat, email: typeof email === 'string' ? email : null }
}

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
