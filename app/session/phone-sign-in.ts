import type { SignInResponse } from '#contract/accounts.ts'
import { api } from '../data/api.ts'
import { storeToken } from '../data/token.ts'
import { removeDraftsOfOthers } from './drafts.ts'
import { userFromResponse } from './session-state.ts'
import { deviceId, rememberUser } from './sign-in.ts'

/** Keeps who it was on this device; the page then looks again who is signed in. Fetched by whoever signs in by phone only. */
export async function signInByPhone(phone: string, code: string): Promise<void> {
  const { user: answered, token } = await api.post<SignInResponse>('/api/auth/phone/login', {
    anonymous: true,
    body: { phone, code, device: deviceId() },
  })
  const user = userFromResponse(answered, new Date())
  removeDraftsOfOthers(user.id)
  rememberUser(user)
  storeToken(token)
}
