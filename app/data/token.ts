import { forget, readStored, store } from './device-storage.ts'

const key = 'jwt_token'

/** A damaged token cannot travel in a header, so it counts as none. */
export function readToken(): string | null {
  const token = readStored(key)
  return token !== null && /^[!-~]{1,500}$/.test(token) ? token : null
}

export function storeToken(token: string): void {
  store(key, token)
}

export function forgetToken(): void {
  forget(key)
}

/** True for what another tab changed, when that was the sign-in; a null key means that the whole storage was emptied. */
export function isAboutToken(event: StorageEvent): boolean {
  return event.key === key || event.key === null
}
