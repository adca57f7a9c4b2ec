import { plainText, stored } from './stored.ts'

const key = 'jwt_token'

/** The sign-in of this device. A damaged token cannot travel in a header, so it counts as none. */
export const {
  read: readToken,
  write: storeToken,
  remove: forgetToken,
} = stored(key, (text) => (typeof text === 'string' && /^[!-~]{1,500}$/.test(text) ? text : null), {
  format: plainText,
})

/** True for what another tab changed, when that was the sign-in; a null key means that the whole storage was emptied. */
export function isAboutToken(event: StorageEvent): boolean {
  return event.key === key || event.key === null
}
