import { forget, readStored, store } from '../data/device-storage.ts'
import { type SignedInUser, userFromResponse } from './session-state.ts'

const key = 'adom_user'

/** Who signed in on this device, so that the page can greet them before the shop has answered. It opens no door: the shop asks for the token. */
export function readUser(): SignedInUser | null {
  const stored = parse(readStored(key))
  return isUser(stored) ? userFromResponse(stored, new Date(stored.created_at)) : null
}

export function rememberUser(user: SignedInUser): void {
  store(key, JSON.stringify(user))
}

export function forgetUser(): void {
  forget(key)
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isUser(value: unknown): value is SignedInUser {
  if (typeof value !== 'object' || value === null) return false
  const { id, email, name, created_at } = value as Record<string, unknown>
  const areTexts = [id, email, name, created_at].every((text) => typeof text === 'string' && text !== '')
  return areTexts && !Number.isNaN(Date.parse(String(created_at)))
}
