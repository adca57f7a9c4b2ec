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
